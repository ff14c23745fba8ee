/** Backups: made, looked into, imported, and asked for in time; in French. */
import type { backup as english } from '../en/backup.ts';
import type { Translation } from '../index.ts';

export const backup: Translation<typeof english> = {
  'backup.title': 'Données',
  'backup.hint':
    'Un fichier avec vos discussions, fichiers, agents, modèles et paramètres. Les clés n’y sont pas : vous devrez les saisir à nouveau. Quiconque possède le fichier peut le lire.',
  'backup.export': 'Tout sauvegarder',
  'backup.exporting': 'Sauvegarde en cours…',
  'backup.exported': 'Sauvegarde créée : {size}.',
  'backup.open': 'Importer une sauvegarde',
  'backup.reading': 'Lecture de la sauvegarde…',
  'backup.preview': 'Contenu de cette sauvegarde',
  'backup.origin': 'Date : {date}. Créée avec la version {app}.',
  'backup.sessions': 'Discussions',
  'backup.agents': 'Agents',
  'backup.providers': 'Modèles',
  'backup.files': 'Fichiers',
  'backup.added': 'à ajouter : {count}',
  'backup.same': 'déjà ici : {count}',
  'backup.differing': 'avec différences : {count}',
  'backup.none': 'rien',
  'backup.calls': 'Journal des appels',
  'backup.entries': 'entrées : {count}',
  'backup.folder': 'Les fichiers différents vont dans le dossier {folder}. Aucun fichier n’est remplacé.',
  'backup.hosts': 'Les outils pourront ensuite accéder à {hosts}.',
  'backup.broken': 'Éléments illisibles et laissés de côté : {count}.',
  'backup.existing': 'Discussions, agents et modèles différents',
  'backup.keep': 'Garder les miens',
  'backup.replace': 'Remplacer les miens',
  'backup.nothing': 'Tout est déjà ici.',
  'backup.start': 'Importer',
  'backup.importing': 'Importation…',
  'backup.done':
    'Importation terminée. Discussions : {sessions}, fichiers : {files}, agents : {agents}, modèles : {providers}.',
  'backup.enter-keys': 'Saisissez à nouveau les clés de vos modèles, sous Modèles.',
  'backup.partly':
    'Une partie a été ajoutée avant cela (discussions : {sessions}, fichiers : {files}). Ce qui était déjà ici n’a pas changé. Une fois le problème réglé, importez à nouveau le fichier : rien n’est ajouté deux fois.',
  'backup.untouched': 'Rien n’a été modifié.',
  'backup.fault-not_a_backup':
    'Ce n’est pas une sauvegarde de OneClaw, ou elle est incomplète. Copiez à nouveau le fichier.',
  'backup.fault-damaged':
    'La sauvegarde est endommagée : {part}. Copiez à nouveau le fichier, ou prenez-en une plus ancienne.',
  'backup.fault-newer':
    'Cette sauvegarde vient d’une version plus récente de OneClaw. Mettez l’application à jour, puis importez-la.',
  'backup.fault-invalid': 'La sauvegarde contient un élément qui n’a rien à y faire : {part}.',
  'backup.fault-unsafe': 'La sauvegarde contient un fichier dont le nom mène ailleurs : {part}.',
  'backup.fault-too_large': 'La sauvegarde contient plus que l’application ne peut accepter : {part}.',
  'backup.fault-no_room': 'Pas assez de place dans ce navigateur. Supprimez ce dont vous n’avez plus besoin.',
  'backup.fault-failed': 'Le navigateur a refusé. Rechargez l’application, puis réessayez.',
  'backup.its-whole': 'l’archive elle-même',
  'backup.last': 'Dernière sauvegarde : {date}.',
  'backup.never': 'Aucune sauvegarde pour l’instant.',
  'backup.due': 'Il serait bon d’en créer une nouvelle, sous Données.',
  'backup.note':
    'Vos discussions et fichiers ne se trouvent que dans ce navigateur. Une sauvegarde les protège.',
  'backup.note-action': 'Sauvegarder',
};
