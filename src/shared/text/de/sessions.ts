/** The list of chats, in German. */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': 'Umbenennen',
  'session.title': 'Titel',
  'session.save': 'Speichern',
  'session.pin': 'Oben anpinnen',
  'session.unpin': 'Loslösen',
  'session.markdown': 'Als Markdown exportieren',
  'session.json': 'Als JSON exportieren',
  'session.delete': 'Löschen',
  'search.searching': 'Wird gesucht …',
  'search.none': 'Nichts gefunden. Alle Wörter müssen in derselben Nachricht oder demselben Ergebnis stehen.',
  'search.count': '{count} Treffer',
  'search.more': 'Weiter zurück suchen',
  'search.rest': 'Noch {count} in diesem Chat',
  'settings.titles': 'Modelle Chats benennen lassen',
  'settings.titles-hint':
    'Nach der ersten Antwort wird das Modell des Chats um einen Titel gebeten. Das kostet ein paar Hundert Token, die zum Tagesbudget zählen.',
  'incoming.failed': 'Das Geteilte konnte nicht gelesen werden. Teile es noch einmal.',
  'install.offer': 'Installiere OneClaw: Es öffnet sich wie eine App und behält deine Chats.',
  'install.now': 'Installieren',
  'session.tokens': 'Bisher {count} Token',
};
