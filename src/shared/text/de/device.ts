/** Models on this device, in German. */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': 'Auf diesem Gerät',
  'device.hint':
    'Modelle, die hier laufen, ohne Server und ohne Schlüssel. Sie sind klein: langsamer und weniger leistungsfähig als ein Dienst, dafür verlässt nichts, was du schreibst, das Gerät.',
  'device.built-in': 'Modell dieses Browsers',
  'device.built-in-unsupported': 'Nicht in diesem Browser',
  'device.built-in-unavailable': 'Dein Browser hat eines, aber nicht für dieses Gerät.',
  'device.built-in-downloadable': 'Dein Browser kann es herunterladen, einmal für alle Websites.',
  'device.built-in-downloading': 'Dein Browser lädt es gerade herunter.',
  'device.built-in-available': 'Bereit',
  'device.use': 'Im Chat nutzen',
  'device.use-named': 'Im Chat nutzen: {name}',
  'device.download': 'Herunterladen',
  'device.downloading': 'Wird heruntergeladen',
  'device.copying': 'Wird kopiert',
  'device.loading': 'Wird in den Speicher geladen',
  'device.percent': '{percent} %',
  'device.cancel': 'Abbrechen',
  'device.cancel-named': 'Abbrechen: {name}',
  'device.remove': '{name} löschen',
  'device.remove-ask': '{name} löschen und {size} freigeben?',
  'device.remove-now': 'Löschen',
  'device.keep': 'Behalten',
  'device.removed': '{name} gelöscht.',
  'device.add': 'Modelldatei hinzufügen',
  'device.choose': 'GGUF-Datei wählen',
  'device.address': 'Oder ihre Adresse',
  'device.address-hint':
    'Die Datei wird erst auf dieses Gerät heruntergeladen, wenn du auf die Schaltfläche tippst.',
  'device.suggestions': 'Kleine Modelle für den Anfang',
  'device.added': '{name} ist jetzt hier ({size}).',
  'device.error-not_gguf': 'Das ist keine GGUF-Datei. Wähle eine, deren Name auf .gguf endet.',
  'device.error-name_taken':
    'Eine Datei mit diesem Namen ist schon hier. Lösche sie zuerst oder benenne die neue um.',
  'device.error-storage_full':
    'Für diese Datei reicht der Platz nicht. Schaffe Platz oder wähle ein kleineres Modell.',
  'device.error-cancelled': 'Abgebrochen. Es wurde nichts behalten.',
  'device.error-bad_url':
    'Das ist keine Webadresse, die mit https:// beginnt. Korrigiere sie und versuche es noch einmal.',
  'device.error-unreachable':
    'Von dieser Adresse konnte nichts heruntergeladen werden. Prüfe sie und deine Verbindung; der Server muss außerdem Webseiten zulassen.',
  'device.error-cut':
    'Die Übertragung brach vor dem Ende ab, und es wurde nichts behalten. Versuche es noch einmal.',
  'device.error-failed':
    'Die Datei konnte nicht gespeichert werden. Versuche es noch einmal oder lade zuerst die Seite neu.',
};
