/** The list of chats, in French. */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': 'Renommer',
  'session.title': 'Titre',
  'session.save': 'Enregistrer',
  'session.pin': 'Épingler',
  'session.unpin': 'Désépingler',
  'session.markdown': 'Exporter en Markdown',
  'session.json': 'Exporter en JSON',
  'session.delete': 'Supprimer',
  'search.searching': 'Recherche…',
  'search.none': 'Aucun résultat. Tous les mots doivent figurer dans un même message ou résultat.',
  'search.count': 'Résultats : {count}',
  'search.more': 'Chercher plus loin',
  'search.rest': 'Encore {count} dans cette discussion',
  'settings.titles': 'Laisser les modèles nommer les discussions',
  'settings.titles-hint':
    'Après la première réponse, le modèle de la discussion est invité à proposer un titre. Cela coûte quelques centaines de tokens, comptés dans le budget du jour.',
  'incoming.failed': 'Le contenu partagé n’a pas pu être lu. Partagez-le à nouveau.',
  'install.offer': 'Installez OneClaw : il s’ouvre comme une application et conserve vos discussions.',
  'install.now': 'Installer',
  'session.tokens': 'Tokens jusqu’ici : {count}',
};
