/** The text of a code block: grows without being set again, and gets its colours in slices. */
import type { ColouredRun } from '#shared/rendering/renderer-protocol.ts';
import { nextTask } from './next-task.ts';

/** Elements made in one task. */
const sliceRuns = 300;

export type CodeText = {
  /** Text that goes on is appended to what is shown, colours included. */
  show(text: string): void;
  /** Replaces the beginning of the text, which the runs joined are. */
  colour(runs: readonly ColouredRun[]): void;
  stop(): void;
};

export function createCodeText(host: HTMLElement): CodeText {
  let shown = '';
  let tail = new Text();
  let cancel: () => void = () => undefined;

  function show(text: string): void {
    // `appendData`: the browser lays out only what is new.
    if (text.startsWith(shown)) tail.appendData(text.slice(shown.length));
    else {
      cancel();
      tail = new Text(text);
      host.replaceChildren(tail);
    }
    shown = text;
  }

  function colour(runs: readonly ColouredRun[]): void {
    cancel();
    const plain = new Text(shown);
    host.replaceChildren(plain);
    tail = plain;
    slice(runs, 0);
  }

  function slice(runs: readonly ColouredRun[], from: number): void {
    const part = runs.slice(from, from + sliceRuns);
    tail.deleteData(
      0,
      part.reduce((sum, [text]) => sum + text.length, 0),
    );
    tail.before(...part.map(toNode));
    const next = from + sliceRuns;
    if (next < runs.length) cancel = nextTask(() => slice(runs, next));
  }

  host.replaceChildren(tail);
  return { show, colour, stop: () => cancel() };
}

function toNode([text, kind]: ColouredRun): Node | string {
  if (!kind) return text;
  const element = document.createElement('span');
  element.dataset['token'] = kind;
  element.textContent = text;
  return element;
}
