/**
 * Speech to text by the browser's own service, if it has one. Some browsers send the audio to their
 * vendor.
 */
// https://webaudio.github.io/web-speech-api/#speechreco-section: prefixed in Chromium, and missing
// in the DOM types.

type Recognition = EventTarget & {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  stop(): void;
  abort(): void;
};
type ResultEvent = Event & { resultIndex: number; results: SpeechRecognitionResultList };
type FailureEvent = Event & { error: string };

declare global {
  interface Window {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  }
}

type DictationFailure = 'denied' | 'silent' | 'failed';

type Listeners = {
  /** `final`: the text recognised since the last call. `guess`: the interim text, which may still change. */
  onText(final: string, guess: string): void;
  onEnd(failure?: DictationFailure): void;
};

export type Dictation = {
  /** Ends the dictation; the interim text becomes final first. */
  stop(): void;
  abort(): void;
};

/** Contract: ends with exactly one `onEnd`. */
export function dictate(language: string, { onText, onEnd }: Listeners): Dictation {
  const Engine = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  if (!Engine) {
    onEnd('failed');
    return { stop: () => undefined, abort: () => undefined };
  }
  const engine = new Engine();
  let failure: DictationFailure | undefined;
  engine.lang = language;
  engine.continuous = true;
  engine.interimResults = true;
  engine.addEventListener('result', (event) => {
    if (isResult(event)) onText(...readResults(event));
  });
  engine.addEventListener('error', (event) => (failure = explain(event)));
  engine.addEventListener('end', () => onEnd(failure));
  engine.start();
  return { stop: () => engine.stop(), abort: () => engine.abort() };
}

function readResults({ resultIndex, results }: ResultEvent): [final: string, guess: string] {
  const fresh = Array.from(results).slice(resultIndex);
  const join = (wanted: boolean) =>
    fresh
      .filter(({ isFinal }) => isFinal === wanted)
      .map((result) => result[0]?.transcript ?? '')
      .join('');
  return [join(true), join(false)];
}

function explain(event: Event): DictationFailure | undefined {
  const error = isFailure(event) ? event.error : '';
  // The dictation was aborted on purpose: there is nothing to explain.
  if (error === 'aborted') return undefined;
  if (error === 'no-speech') return 'silent';
  return error === 'not-allowed' || error === 'service-not-allowed' ? 'denied' : 'failed';
}

function isResult(event: Event): event is ResultEvent {
  return 'results' in event;
}

function isFailure(event: Event): event is FailureEvent {
  return 'error' in event;
}
