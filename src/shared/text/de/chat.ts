/** What stands in a conversation, in German. */
import type { chat as english } from '../en/chat.ts';
import type { Translation } from '../index.ts';

export const chat: Translation<typeof english> = {
  'chat.you': 'Du',
  'chat.copy-answer': 'Antwort kopieren',
  'chat.missing': 'Diesen Chat gibt es nicht mehr.',
  'chat.missing-hint': 'Vielleicht wurde er in einem anderen Tab gelöscht.',
  'chat.unreadable': 'Dieser Chat konnte nicht gelesen werden.',
  'chat.unreadable-hint': 'Er muss deshalb nicht verloren sein.',
  'chat.continue': 'Mach weiter',
  'chat.thought': 'Gedankengang',
  'chat.thinking': 'Denkt nach …',
  'chat.edit': 'Nachricht bearbeiten',
  'chat.regenerate': 'Neu antworten',
  'chat.share': 'Teilen',
  'aloud.start': 'Vorlesen',
  'aloud.stop': 'Vorlesen beenden',
  'aloud.failed': 'Dieser Browser konnte den Text nicht vorlesen.',
  'voice.label': 'Spracheingabe',
  'voice.where':
    'Dein Browser wandelt Sprache in Text um. Dazu kann er das Gesagte an seinen Hersteller senden; OneClaw behält nichts davon.',
  'voice.start': 'Starten',
  'voice.listening': 'Hört zu …',
  'voice.stop': 'Fertig',
  'voice.denied':
    'Der Browser darf das Mikrofon hier nicht nutzen. Erlaube es in den Website-Einstellungen und versuche es noch einmal.',
  'voice.silent': 'Es war nichts zu hören.',
  'voice.failed':
    'Die Sprache konnte nicht in Text umgewandelt werden. Prüfe deine Verbindung und versuche es noch einmal.',
  'branch.label': 'Versionen',
  'branch.previous': 'Vorherige Version',
  'branch.next': 'Nächste Version',
  'attach.list': 'Anhänge',
  'attach.choose': 'An diese Nachricht anhängen',
  'attach.images': 'Fotos und Bilder',
  'attach.camera': 'Foto aufnehmen',
  'attach.files': 'Dateien',
  'attach.remove': '{name} entfernen',
  'attach.reading': 'Dateien werden vorbereitet …',
  'attach.pasted': 'Bild',
  'attach.long-text': 'Dieser Text ist lang. Er geht als Datei mit.',
  'attach.too-many': 'Höchstzahl an Dateien pro Nachricht: {count}. Die übrigen wurden weggelassen.',
  'attach.too-large': '{name} ist größer als {megabytes} MB und wurde weggelassen.',
  'attach.unreadable':
    '{name} konnte nicht gelesen werden und wurde weggelassen. Ordner lassen sich nicht anhängen.',
  'attach.blind':
    '{model} kann keine Bilder ansehen und erfährt nur ihre Namen. Wähle ein anderes Modell, um sie zu zeigen.',
  'attach.opaque':
    '{name}: Ein Modell erfährt nur Namen und Größe. Gelesen werden Bilder und Text bis 100 kB.',
  'attach.guide': 'Der Guide liest keine Anhänge. Wähle ein Modell, das sie liest.',
  'waiting.title': 'Wartet auf deine Antwort',
  'waiting.what':
    'Die App wurde während der Ausführung von {tools} geschlossen. Ob alles erledigt wurde, ist unklar. Erneut ausführen oder ohne weitermachen?',
  'waiting.repeat': 'Erneut ausführen',
  'waiting.skip': 'Überspringen',
  'question.options': 'Mögliche Antworten',
  'question.other': 'Andere Antwort',
  'question.your-answer': 'Deine Antwort',
  'question.answer': 'Antworten',
  'question.dismiss': 'Frage überspringen',
  'question.dismissed': 'Du hast diese Frage übersprungen.',
  'todos.title': 'Aufgaben',
  'todos.count': '{done} von {total}',
  'todos.hide': 'Liste ausblenden',
  'todos.pending': 'Offen',
  'todos.in_progress': 'In Arbeit',
  'todos.completed': 'Erledigt',
  'todos.cancelled': 'Verworfen',
  'todos.high': 'Wichtig',
  'chat.tokens': '{count} Token',
  'cost.label': 'Verbrauch dieser Antwort',
  'cost.model': 'Modell',
  'cost.requests': 'Anfragen',
  'cost.input': 'Eingabe',
  'cost.cached': 'Davon aus dem Cache',
  'cost.output': 'Ausgabe',
  'cost.reasoning': 'Davon Nachdenken',
  'cost.dollars': 'Kosten',
  'cost.estimate': 'Geschätzt: Der Server gibt nicht an, was er gezählt hat.',
  'cost.unknown': 'Preis unbekannt',
  'call.arguments': 'Argumente',
  'call.result': 'Ergebnis',
  'call.error': 'Fehler',
  'call.pending': 'wartet',
  'call.running': 'läuft',
  'call.success': 'fertig',
  'call.failed': 'fehlgeschlagen',
  'call.stop': '{name} stoppen',
  'call.no-result': 'Noch kein Ergebnis.',
  'call.no-arguments': 'Keine',
  'call.empty-result': 'Leer',
  'call.show-all': 'Immer Details anzeigen',
  'call.show-less': 'Eine Zeile pro Aufruf anzeigen',
  'call.map': 'Auf Karte anzeigen',
  'call.copy-arguments': 'Argumente kopieren',
  'call.copy-result': 'Ergebnis kopieren',
  'changes.undo': 'Rückgängig machen',
  'changes.one-file': '1 Datei geändert',
  'changes.files': 'Geänderte Dateien: {count}',
  'changes.created': 'Neu',
  'changes.changed': 'Geändert',
  'changes.deleted': 'Gelöscht',
  'changes.undo-file': 'Rückgängig machen: {path}',
  'changes.undone': 'Änderungen rückgängig gemacht.',
  'changes.redo': 'Wiederholen',
  'changes.changed-since': 'Seitdem wieder geändert.',
  'changes.conflict':
    '{path} wurde danach noch einmal geändert. Beim Rückgängigmachen geht das verloren. Trotzdem rückgängig machen?',
  'changes.undo-anyway': 'Trotzdem rückgängig',
  'duration.ms': '{value} ms',
  'duration.s': '{value} s',
  'duration.min': '{minutes} min {seconds} s',
  'outcome.stopped': 'Von dir gestoppt.',
  'outcome.limit': 'Angehalten: Die Höchstzahl an Schritten pro Auftrag ist erreicht.',
  'outcome.repeated': 'Gestoppt: Derselbe Schritt wiederholte sich, ohne voranzukommen.',
  'outcome.errors': 'Gestoppt: Mehrere Schritte nacheinander sind fehlgeschlagen.',
  'outcome.interrupted': 'Die Antwort wurde unterbrochen, bevor sie fertig war.',
  'outcome.waiting': 'Die Antwort wurde unterbrochen, während ein Tool in Arbeit war.',
  'outcome.budget-run-tokens': 'Gestoppt: Diese Antwort hat ihr Limit von {most} Token erreicht.',
  'outcome.budget-run-cost': 'Gestoppt: Diese Antwort hat ihr Limit von {most} erreicht.',
  'outcome.budget-day-tokens':
    'Gestoppt: Das heutige Limit von {most} Token ist erreicht. Du findest es in den Einstellungen.',
  'outcome.budget-day-cost':
    'Gestoppt: Das heutige Limit von {most} ist erreicht. Du findest es in den Einstellungen.',
  'note.summarised': 'Für das Modell zusammengefasste Nachrichten: {count}. Hier ist alles noch da.',
  'note.dropped': 'Frühere Nachrichten, die nicht mehr in diese Anfrage passten: {count}.',
  'note.fallback': '{from} konnte nicht antworten, {to} ist eingesprungen. {reason}',
  'note.asked-again': 'Die Antwort brach ab und wurde neu angefordert. {reason}',
  'note.resumed': 'Unterbrochen und ab dem letzten vollständigen Schritt neu geschrieben.',
  'media.image': 'Bild',
  'media.save': '{name} speichern',
  'media.gone': '{name} ist nicht mehr da.',
  'error.server-said': 'Antwort des Servers',
  'error.bad_key': '{host} hat den Schlüssel nicht akzeptiert. Prüfe ihn oder ersetze ihn durch einen neuen.',
  'error.forbidden':
    '{host} erlaubt das mit diesem Schlüssel nicht. Prüfe beim Dienst, was der Schlüssel darf und ob deine Organisation Browser zulässt, oder wähle in den Einstellungen ein anderes Modell.',
  'error.no_credit':
    '{host} meldet, dass dein Guthaben aufgebraucht ist. Lade es dort auf oder wähle ein anderes Modell.',
  'error.rate_limit':
    '{host} erhält zu viele Anfragen mit diesem Schlüssel. Warte kurz und versuche es noch einmal.',
  'error.rate_limit_after':
    '{host} erhält zu viele Anfragen mit diesem Schlüssel. Versuche es in {seconds} s noch einmal.',
  'error.overloaded':
    '{host} ist gerade überlastet. Versuche es in einer Minute noch einmal oder wähle ein anderes Modell.',
  'error.model_unknown':
    '{host} kennt das Modell „{model}“ nicht. Wähle in den Einstellungen ein anderes Modell.',
  'error.not_found':
    '{host} findet unter diesem Pfad nichts. Prüfe die Basis-URL in den Einstellungen; meist endet sie auf /v1.',
  'error.bad_request':
    '{host} hat die Anfrage nicht akzeptiert. Vielleicht kann dieses Modell keine Tools nutzen; wähle ein anderes.',
  'error.context_too_long':
    'Dieser Chat ist zu lang für das Modell. Starte einen neuen Chat oder wähle ein Modell, das mehr lesen kann.',
  'error.refused':
    'Das Modell hat die Antwort abgelehnt. Formuliere es anders oder wähle ein anderes Modell.',
  'error.empty': 'Die Antwort des Modells war leer. Versuche es noch einmal oder wähle ein anderes Modell.',
  'error.reply_too_long':
    'Die Antwort hat die größte Länge erreicht, die das Modell zulässt. Bitte es, weiterzumachen.',
  'error.reply_too_large':
    '{host} hat mehr gesendet, als OneClaw in einer Antwort annimmt. Der Rest wurde abgeschnitten. Frage nach weniger auf einmal.',
  'error.broken_stream':
    'Die Verbindung brach ab, bevor die Antwort vollständig war ({host}). Versuche es noch einmal.',
  'error.offline': 'Du bist offline. Stelle eine Internetverbindung her und versuche es noch einmal.',
  'error.cors':
    '{host} antwortet, weist aber Webseiten ab. Starte Ollama mit OLLAMA_ORIGINS={origin}. Schalte in LM Studio CORS in den Servereinstellungen ein. Ein Dienst, der alle Webseiten abweist, ist über OpenRouter erreichbar. Versuche es dann noch einmal.',
  'error.unreachable': '{host} antwortet nicht. Prüfe, ob der Server läuft und die Adresse stimmt.',
  'error.mixed_content':
    '{host} ist von dieser Seite aus ohne https nicht erreichbar: Der Browser lässt es nicht zu. Verwende eine https-Adresse oder betreibe den Server auf diesem Gerät als localhost.',
  'error.server_error': '{host} hatte selbst ein Problem. Versuche es gleich noch einmal.',
  'error.malformed':
    '{host} hat eine Antwort gesendet, die OneClaw nicht lesen kann. Prüfe die Basis-URL in den Einstellungen und versuche es noch einmal.',
  'error.silent':
    '{host} hat zu lange nichts gesendet, deshalb hat OneClaw die Verbindung beendet. Versuche es noch einmal.',
  'error.bad_url':
    'Die Basis-URL ist keine Webadresse. Korrigiere sie in den Einstellungen; sie beginnt mit https:// oder http://.',
  'error.no_message': 'Schreibe zuerst etwas: Es gibt noch nichts, was neu beantwortet werden kann.',
  'error.nothing_to_resume': 'Keine Ausführung wartet darauf, fortgesetzt zu werden.',
  'error.locked':
    'Deine Schlüssel sind gesperrt. Entsperre sie mit deiner Passphrase und versuche es noch einmal.',
  'error.no_provider':
    'Das Modell dieses Chats wurde entfernt. Wähle oben ein anderes oder füge in den Einstellungen eines hinzu.',
  'error.no_agent':
    'Der Agent dieses Chats wurde entfernt, deshalb antwortet niemand: Ein anderer könnte andere Tools haben. Wähle einen Agenten.',
  'error.busy':
    'Dieser Chat ist noch mit der letzten Nachricht beschäftigt. Warte, bis er fertig ist, und versuche es noch einmal.',
  'error.storage_full':
    'Der Speicher dieses Browsers ist voll. Lösche alte Chats oder schaffe Platz und versuche es noch einmal.',
  'error.model_not_ready':
    'Das Modell dieses Browsers ist noch nicht heruntergeladen. Lade es in den Einstellungen herunter.',
  'error.model_gone': 'Die Datei „{model}“ ist nicht mehr hier. Füge sie in den Einstellungen wieder hinzu.',
  'error.model_unusable':
    '„{model}“ läuft hier nicht. Aktualisiere den Browser oder wähle in den Einstellungen ein anderes Modell.',
  'error.no_memory':
    'Für „{model}“ reicht der Arbeitsspeicher nicht. Schließe andere Apps oder wähle ein kleineres Modell.',
  'error.internal':
    'In OneClaw ist etwas schiefgegangen. Versuche es noch einmal; passiert es wieder, lade die Seite neu.',
  'error.the-server': 'Der Server',
  'error.this-model': 'dieses Modell',
};
