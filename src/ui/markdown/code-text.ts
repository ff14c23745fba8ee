/**
 * The text of a code block: grows without being set again, and gets its colours in slices. It is divided into pieces of
 * some lines, because a browser lays out again the whole block in which a word is new or gets its colour.
 */
import type { ColouredRun } from '#shared/rendering/renderer-protocol.ts';
import { nextTask } from '#shared/next-task.ts';

/** Elements made in one task. */
const sliceRuns = 200;
/** As many lines as a frame can give their colours on a slow machine. */
const pieceLines = 12;

export type CodeText = {
  /** Text that goes on is appended to what is shown, colours included. */
  show(text: string): void;
  /** Replaces the beginning of the text, which the runs joined are. */
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

/** After so many line breaks, or at the end of the text. */
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
  // `appendData`: what is there needs not be shaped again.
  if (lastChild instanceof Text) lastChild.appendData(added);
  else piece.element.append(added);
  piece.text += added;
  piece.lines += added.split('\n').length - 1;
}

/** True where something has changed on the screen. */
type Painting = Generator<boolean>;

/** In a task after the next frame: the layout and paint of two pieces would add up. */
function afterFrame(work: () => void): () => void {
  let cancel = () => cancelAnimationFrame(frame);
  const frame = requestAnimationFrame(() => (cancel = nextTask(work)));
  return () => cancel();
}

/** Replaces the text of one piece after the other; what is between two yields is the work of one task. */
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
  // It has grown meanwhile.
  if (last && covered > 0) last.element.replaceChildren(...nodes, last.text.slice(covered));
}

function toNode(text: string, kind: ColouredRun[1]): Node | string {
  if (!kind) return text;
  const element = document.createElement('span');
  element.dataset['token'] = kind;
  element.textContent = text;
  return element;
}
