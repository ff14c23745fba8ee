/** Real folders of the device and their copies, in German. */
import type { mounts as english } from '../en/mounts.ts';
import type { Translation } from '../index.ts';

export const mounts: Translation<typeof english> = {
  'mounts.open': 'Ordner dieses Geräts öffnen',
  'mounts.open-title': '{name} in Dateien kopieren',
  'mounts.looking': '{name} wird durchgesehen …',
  'mounts.what': 'Dateien: {count}. Größe: {size}.',
  'mounts.how':
    'Agenten arbeiten in der Kopie. Der Ordner selbst bleibt, wie er ist, bis du die Änderungen durchgesehen hast und zurückschreibst.',
  'mounts.left-out': 'Ausgelassen',
  'mounts.left-heavy': 'Von Programmen erzeugt oder verwaltet: {names}',
  'mounts.left-name': 'Namen, die hier nicht möglich sind: {names}',
  'mounts.left-large': 'Größer als {megabytes} MB: {names}',
  'mounts.left-unreadable': 'Nicht lesbar: {names}',
  'mounts.everything': 'Auch kopieren, was Programme erzeugt haben',
  'mounts.copy': 'Kopieren',
  'mounts.choose-other': 'Anderen Ordner wählen',
  'mounts.over-files': '{name} enthält mehr als {count} Dateien. Wähle einen kleineren Ordner darin.',
  'mounts.over-bytes': '{name} ist größer als {megabytes} MB. Wähle einen kleineren Ordner darin.',
  'mounts.over-room':
    'Für {name} reicht der Platz nicht. Lösche, was du nicht mehr brauchst, oder wähle einen kleineren Ordner.',
  'mounts.copying': '{name} wird kopiert …',
  'mounts.copy-of': 'Kopie von {name} auf diesem Gerät',
  'mounts.changes': 'Änderungen',
  'mounts.changes-to': 'Änderungen an {name}',
  'mounts.comparing': 'Kopie und Ordner werden verglichen …',
  'mounts.ask': 'Der Browser möchte noch einmal dein Ja, bevor OneClaw in {name} sehen darf.',
  'mounts.allow': 'Zugriff erlauben',
  'mounts.refused':
    'Der Browser hat OneClaw nicht in {name} gelassen. Dort wurde nichts geändert, und deine Kopie ist, wie sie war.',
  'mounts.gone':
    '{name} ist nicht zu finden: verschoben, gelöscht, oder das Laufwerk ist nicht angeschlossen. Deine Kopie ist, wie sie war.',
  'mounts.unknown': '{name} ist mit keinem Ordner dieses Geräts verbunden.',
  'mounts.alike': 'Kopie und Ordner sind gleich.',
  'mounts.to-write': 'Hier geändert',
  'mounts.to-write-hint': 'Nur was angehakt ist, wird in den Ordner geschrieben.',
  'mounts.tick': '{path} schreiben',
  'mounts.tick-all': 'Alle',
  'mounts.outside-changed':
    'Die Datei wurde auch im Ordner geändert. Hakst du sie an, ersetzt deine Fassung die andere, die dann in Dateien aufgehoben wird.',
  'mounts.outside-created':
    'Im Ordner liegt jetzt etwas mit diesem Namen. Hakst du es an, wird es durch deins ersetzt und in Dateien aufgehoben.',
  'mounts.outside-deleted':
    'Die Datei wurde im Ordner gelöscht. Hakst du sie an, wird sie dort wieder geschrieben.',
  'mounts.take-theirs': 'Fassung des Ordners nehmen',
  'mounts.no-diff': 'Das lässt sich nicht als Text vergleichen.',
  'mounts.chosen': '{chosen} von {count} angehakt',
  'mounts.write': 'In den Ordner schreiben',
  'mounts.writing': 'Wird geschrieben …',
  'mounts.incoming': 'Im Ordner geändert',
  'mounts.incoming-hint': 'Holen übernimmt das in die Kopie. „Rückgängig“ bringt zurück, was hier war.',
  'mounts.fetch': 'Neu holen',
  'mounts.fetching': 'Wird geholt …',
  'mounts.fetched': 'Aus {name} geholt: {count}.',
  'mounts.written': 'In den Ordner geschrieben: {count}.',
  'mounts.why-changed': '{path}: belassen, weil es sich beim Durchsehen geändert hat.',
  'mounts.why-failed': '{path}: belassen, weil das Schreiben fehlschlug.',
  'mounts.why-held': '{path}: nicht gelöscht, weil etwas anderes nicht geschrieben wurde.',
  'mounts.kept': 'Was ersetzt wurde, ist in {name} aufgehoben.',
  'mounts.kept-folder': '{name} (ersetzt)',
  'mounts.copy-gone':
    'Die Kopie ist nicht mehr in Dateien. Im Ordner löscht das nichts. Hole sie neu oder trenne den Ordner.',
  'mounts.disconnect': 'Trennen',
  'mounts.disconnect-hint': 'OneClaw vergisst den Ordner. Die Kopie bleibt in Dateien.',
  'mounts.disconnected': '{name} ist getrennt. Die Kopie bleibt in Dateien.',
  'mounts.tree': 'Ordner',
};
