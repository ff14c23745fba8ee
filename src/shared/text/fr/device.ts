/** Models on this device, in French. */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': 'Sur cet appareil',
  'device.hint':
    'Des modèles qui fonctionnent ici, sans serveur et sans clé. Ils sont petits : plus lents et moins capables qu’un service, mais rien de ce que vous écrivez ne quitte l’appareil.',
  'device.built-in': 'Modèle de ce navigateur',
  'device.built-in-unsupported': 'Absent de ce navigateur',
  'device.built-in-unavailable': 'Votre navigateur en a un, mais pas pour cet appareil.',
  'device.built-in-downloadable': 'Votre navigateur peut le télécharger, une fois pour tous les sites.',
  'device.built-in-downloading': 'Votre navigateur le télécharge.',
  'device.built-in-available': 'Prêt',
  'device.use': 'Utiliser',
  'device.use-named': 'Utiliser dans une discussion : {name}',
  'device.download': 'Télécharger',
  'device.downloading': 'Téléchargement',
  'device.copying': 'Copie',
  'device.loading': 'Chargement en mémoire',
  'device.percent': '{percent} %',
  'device.cancel': 'Annuler',
  'device.cancel-named': 'Annuler : {name}',
  'device.remove': 'Supprimer {name}',
  'device.remove-ask': 'Supprimer {name} et libérer {size} ?',
  'device.remove-now': 'Supprimer',
  'device.keep': 'Conserver',
  'device.removed': '{name} supprimé.',
  'device.add': 'Ajouter un fichier de modèle',
  'device.choose': 'Choisir un fichier GGUF',
  'device.address': 'Ou son adresse',
  'device.address-hint':
    'Le téléchargement vers cet appareil ne commence que lorsque vous appuyez sur le bouton.',
  'device.suggestions': 'De petits modèles pour commencer',
  'device.added': '{name} est maintenant ici ({size}).',
  'device.error-not_gguf': 'Ce n’est pas un fichier GGUF. Choisissez-en un dont le nom se termine par .gguf.',
  'device.error-name_taken':
    'Un fichier de ce nom est déjà ici. Supprimez-le d’abord, ou renommez le nouveau.',
  'device.error-storage_full':
    'Pas assez de place pour ce fichier. Libérez de l’espace, ou choisissez un modèle plus petit.',
  'device.error-cancelled': 'Annulé. Rien n’a été conservé.',
  'device.error-bad_url':
    'Ce n’est pas une adresse web commençant par https://. Corrigez-la, puis réessayez.',
  'device.error-unreachable':
    'Impossible de télécharger depuis cette adresse. Vérifiez-la ainsi que votre connexion ; le serveur doit aussi accepter les pages web.',
  'device.error-cut': 'Le transfert s’est interrompu avant la fin, et rien n’a été conservé. Réessayez.',
  'device.error-failed': 'Le fichier n’a pas pu être enregistré. Réessayez, ou rechargez d’abord la page.',
};
