/** Real folders of the device and their copies, in French. */
import type { mounts as english } from '../en/mounts.ts';
import type { Translation } from '../index.ts';

export const mounts: Translation<typeof english> = {
  'mounts.open': 'Ouvrir un dossier de cet appareil',
  'mounts.open-title': 'Copier {name} dans Fichiers',
  'mounts.looking': 'Parcours de {name}…',
  'mounts.what': 'Fichiers : {count}. Taille : {size}.',
  'mounts.how':
    'Les agents travaillent sur la copie. Le dossier reste tel quel jusqu’à ce que vous ayez vérifié les changements et les y écriviez.',
  'mounts.left-out': 'Laissé de côté',
  'mounts.left-heavy': 'Créé ou géré par des programmes : {names}',
  'mounts.left-name': 'Noms impossibles à utiliser ici : {names}',
  'mounts.left-large': 'Plus de {megabytes} Mo : {names}',
  'mounts.left-unreadable': 'Illisible : {names}',
  'mounts.everything': 'Copier aussi ce que des programmes ont créé',
  'mounts.copy': 'Copier',
  'mounts.choose-other': 'Choisir un autre dossier',
  'mounts.over-files':
    '{name} contient plus de {count} fichiers. Choisissez un dossier plus petit à l’intérieur.',
  'mounts.over-bytes': '{name} dépasse {megabytes} Mo. Choisissez un dossier plus petit à l’intérieur.',
  'mounts.over-room':
    'Il n’y a pas assez de place pour {name}. Supprimez ce qui ne sert plus, ou choisissez un dossier plus petit.',
  'mounts.copying': 'Copie de {name}…',
  'mounts.copy-of': 'Copie de {name}, sur cet appareil',
  'mounts.changes': 'Changements',
  'mounts.changes-to': 'Changements dans {name}',
  'mounts.comparing': 'Comparaison de la copie et du dossier…',
  'mounts.ask': 'Le navigateur redemande votre accord avant que OneClaw puisse voir {name}.',
  'mounts.allow': 'Autoriser l’accès',
  'mounts.refused':
    'Le navigateur n’a pas laissé OneClaw entrer dans {name}. Rien n’y a changé, et votre copie est intacte.',
  'mounts.gone':
    '{name} est introuvable. Il a été déplacé ou supprimé, ou son disque n’est pas connecté. Votre copie est intacte.',
  'mounts.unknown': '{name} n’est pas relié à un dossier de cet appareil.',
  'mounts.alike': 'La copie et le dossier sont identiques.',
  'mounts.to-write': 'Modifié ici',
  'mounts.to-write-hint': 'Seul ce qui est coché est écrit dans le dossier.',
  'mounts.tick': 'Écrire {path}',
  'mounts.tick-all': 'Tout',
  'mounts.outside-changed':
    'Il a aussi changé dans le dossier. Si vous le cochez, votre version le remplace, et l’autre est gardée dans Fichiers.',
  'mounts.outside-created':
    'Quelque chose de ce nom est arrivé dans le dossier. Si vous le cochez, votre version le remplace, et il est gardé dans Fichiers.',
  'mounts.outside-deleted':
    'Il a été supprimé dans le dossier. Si vous le cochez, il y est écrit de nouveau.',
  'mounts.take-theirs': 'Prendre la version du dossier',
  'mounts.no-diff': 'Impossible à comparer comme du texte.',
  'mounts.chosen': '{chosen} sur {count} cochés',
  'mounts.write': 'Écrire dans le dossier',
  'mounts.writing': 'Écriture…',
  'mounts.incoming': 'Modifié dans le dossier',
  'mounts.incoming-hint':
    'Récupérer reprend ces changements dans la copie. Annuler rétablit ce qui était ici.',
  'mounts.fetch': 'Récupérer à nouveau',
  'mounts.fetching': 'Récupération…',
  'mounts.fetched': 'Récupéré de {name} : {count}.',
  'mounts.written': 'Écrit dans le dossier : {count}.',
  'mounts.why-changed': '{path} : laissé tel quel, car il a changé pendant que vous regardiez.',
  'mounts.why-failed': '{path} : laissé tel quel, car l’écriture a échoué.',
  'mounts.why-held': '{path} : non supprimé, car autre chose n’a pas été écrit.',
  'mounts.kept': 'Ce qui a été remplacé est gardé dans {name}.',
  'mounts.kept-folder': '{name} (remplacé)',
  'mounts.copy-gone':
    'La copie n’est plus dans Fichiers. Cela ne supprime rien dans le dossier. Récupérez-la, ou déconnectez le dossier.',
  'mounts.disconnect': 'Déconnecter',
  'mounts.disconnect-hint': 'OneClaw oublie le dossier. La copie reste dans Fichiers.',
  'mounts.disconnected': '{name} est déconnecté. La copie reste dans Fichiers.',
  'mounts.tree': 'Dossiers',
};
