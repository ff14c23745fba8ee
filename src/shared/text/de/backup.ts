/** Backups: made, looked into, imported, and asked for in time; in German. */
import type { backup as english } from '../en/backup.ts';
import type { Translation } from '../index.ts';

export const backup: Translation<typeof english> = {
  'backup.title': 'Daten',
  'backup.hint':
    'Eine Datei mit deinen Chats, Dateien, Agenten, Modellen und Einstellungen. Schlüssel sind nicht dabei: Du gibst sie neu ein. Wer die Datei hat, kann sie lesen.',
  'backup.export': 'Alles sichern',
  'backup.exporting': 'Backup wird erstellt …',
  'backup.exported': 'Backup erstellt: {size}.',
  'backup.open': 'Backup importieren',
  'backup.reading': 'Backup wird gelesen …',
  'backup.preview': 'Inhalt dieses Backups',
  'backup.origin': 'Vom {date}, erstellt mit Version {app}.',
  'backup.sessions': 'Chats',
  'backup.agents': 'Agenten',
  'backup.providers': 'Modelle',
  'backup.files': 'Dateien',
  'backup.added': '{count} neu',
  'backup.same': '{count} schon hier',
  'backup.differing': '{count} abweichend',
  'backup.none': 'keine',
  'backup.calls': 'Aufrufprotokoll',
  'backup.entries': 'Einträge: {count}',
  'backup.folder': 'Abweichende Dateien kommen in den Ordner {folder}. Keine Datei wird ersetzt.',
  'backup.hosts': 'Tools dürfen danach auf {hosts} zugreifen.',
  'backup.broken': 'Nicht lesbar und weggelassen: {count}.',
  'backup.existing': 'Abweichende Chats, Agenten und Modelle',
  'backup.keep': 'Meine behalten',
  'backup.replace': 'Meine ersetzen',
  'backup.nothing': 'Alles davon ist schon hier.',
  'backup.start': 'Importieren',
  'backup.importing': 'Wird importiert …',
  'backup.done': 'Importiert. Chats: {sessions}, Dateien: {files}, Agenten: {agents}, Modelle: {providers}.',
  'backup.enter-keys': 'Gib die Schlüssel deiner Modelle unter „Modelle“ neu ein.',
  'backup.partly':
    'Ein Teil wurde zuvor hinzugefügt (Chats: {sessions}, Dateien: {files}). Was schon hier war, ist unverändert. Wenn das Problem behoben ist, importiere die Datei noch einmal: Nichts wird doppelt hinzugefügt.',
  'backup.untouched': 'Es wurde nichts geändert.',
  'backup.fault-not_a_backup':
    'Das ist kein Backup von OneClaw oder es ist unvollständig. Kopiere die Datei noch einmal.',
  'backup.fault-damaged':
    'Das Backup ist beschädigt: {part}. Kopiere die Datei noch einmal oder nimm ein älteres.',
  'backup.fault-newer':
    'Dieses Backup stammt von einer neueren Version von OneClaw. Aktualisiere die App und importiere es dann.',
  'backup.fault-invalid': 'Das Backup enthält etwas, das nicht hineingehört: {part}.',
  'backup.fault-unsafe': 'Das Backup enthält eine Datei, deren Name woandershin führt: {part}.',
  'backup.fault-too_large': 'Das Backup enthält mehr, als die App aufnehmen kann: {part}.',
  'backup.fault-no_room': 'In diesem Browser ist nicht genug Platz. Lösche, was du nicht mehr brauchst.',
  'backup.fault-failed': 'Der Browser hat es nicht erlaubt. Lade die App neu und versuche es noch einmal.',
  'backup.its-whole': 'das Archiv selbst',
  'backup.last': 'Letztes Backup: {date}.',
  'backup.never': 'Noch kein Backup.',
  'backup.due': 'Ein neues wäre gut, unter „Daten“.',
  'backup.note': 'Deine Chats und Dateien sind nur in diesem Browser. Ein Backup bewahrt sie sicher auf.',
  'backup.note-action': 'Sichern',
};
