/**
 * The text of a code block: text is appended without replacing what is shown, and colours are added in
 * slices. It is divided into pieces of several lines, because a browser lays out the whole block again in
 * which a word is added or coloured.
 */
import type { ColouredRun } from '#shared/rendering/renderer-protocol.ts';
import { nextTask } from '#shared/next-task.ts';

/** Elements created in one task. */
const sliceRuns = 200;
/** Lines that a slow machine can colour in one frame. */
const pieceLines = 12;

export type CodeText = {
  /** Shows the text. If it continues the shown text, the rest is appended, and the colours are kept. */
  show(text: string): void;
  /** Colours the beginning of the text; the runs, joined, must equal it. */
  colour(runs: readonly ColouredRun[]): void;
  stop(): void;
};

/** Lines of the code, with the line break at their end; only the last piece grows. */
type Piece = { element: HTMLElement; text: string; lines: number };

export function createCodeText(host: HTMLElement): CodeText {
  let shown = '';
  let pieces: Piece[] = [];
  let cancel: () => void = () => undefined;

  function show(text: string): void {
    if (!text.startsWith(shown)) {
      cancel();
      pieces = [];
      host.replaceChildren();
      shown = '';
    }
    append(text.slice(shown.length));
    shown = text;
  }

  function append(added: string): void {
    for (let rest = added; rest !== '';) {
      const last = pieces.at(-1);
      const piece = last && last.lines < pieceLines ? last : addPiece();
      const end = endOfLines(rest, pieceLines - piece.lines);
      grow(piece, rest.slice(0, end));
      rest = rest.slice(end);
    }
  }

  function addPiece(): Piece {
    const element = document.createElement('span');
    element.dataset['lines'] = '';
    const piece = { element, text: '', lines: 0 };
    pieces.push(piece);
    host.append(element);
    return piece;
  }

  function colour(runs: readonly ColouredRun[]): void {
    cancel();
    paint(paintPieces(pieces, runs));
  }

  function paint(work: Painting): void {
    const step = work.next();
    if (!step.done) cancel = (step.value ? afterFrame : nextTask)(() => paint(work));
  }

  return { show, colour, stop: () => cancel() };
}

/** The position after so many line breaks, or the end of the text. */
function endOfLines(text: string, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line++) {
    const at = text.indexOf('\n', end);
    if (at < 0) return text.length;
    end = at + 1;
  }
  return end;
}

function grow(piece: Piece, added: string): void {
  const { lastChild } = piece.element;
  // `appendData` keeps the existing text, so that the browser need not shape it again.
  if (lastChild instanceof Text) lastChild.appendData(added);
  else piece.element.append(added);
  piece.text += added;
  piece.lines += added.split('\n').length - 1;
}

/** Yields true if the screen has changed. */
type Painting = Generator<boolean>;

/**
 * Runs `work` in a task after the next frame, because layout and paint of two pieces would add up in one.
 * Returns a function that cancels it.
 */
function afterFrame(work: () => void): () => void {
  let cancel = () => cancelAnimationFrame(frame);
  const frame = requestAnimationFrame(() => (cancel = nextTask(work)));
  return () => cancel();
}

/** Colours one piece after the other. The work between two yields is one task. */
function* paintPieces(pieces: readonly Piece[], runs: readonly ColouredRun[]): Painting {
  let at = 0;
  let covered = 0;
  let nodes: (Node | string)[] = [];
  let made = 0;
  for (const [text, kind] of runs) {
    // A comment may go over several pieces.
    for (let rest = text; rest !== '';) {
      const piece = pieces[at];
      if (!piece) return;
      const part = rest.slice(0, piece.text.length - covered);
      nodes.push(toNode(part, kind));
      covered += part.length;
      rest = rest.slice(part.length);
      if (++made % sliceRuns === 0) yield false;
      if (covered < piece.text.length) continue;
      piece.element.replaceChildren(...nodes);
      at++;
      covered = 0;
      nodes = [];
      yield true;
    }
  }
  const last = pieces[at];
  // The piece has grown since it was coloured: the new text stays plain.
  if (last && covered > 0) last.element.replaceChildren(...nodes, last.text.slice(covered));
}

function toNode(text: string, kind: ColouredRun[1]): Node | string {
  if (!kind) return text;
  const element = document.createElement('span');
  element.dataset['token'] = kind;
  element.textContent = text;
  return element;
}
