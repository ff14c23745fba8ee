/** Where sed writes: its standard output, the file that -i edits, and the files of `w`. */
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { libraryLimits } from '../../limits.ts';
import { CommandError } from '../command.ts';

export type Output = {
  /** Writes a line; its end is left out if the line had none in the input, until more is written. */
  line(text: string, end: string, hasEnd: boolean): void;
  /** Writes text as it is. */
  raw(text: string): void;
  /** Everything that was written, with one character per byte. */
  bytes(): string;
};

export function createOutput(): Output {
  const parts: string[] = [];
  let [length, missingEnd] = [0, ''];
  const add = (text: string) => {
    length += text.length;
    if (length > libraryLimits.maxOutputSize) throw new CommandError('the output is larger than 32 MB', 4);
    parts.push(text);
  };
  const raw = (text: string) => {
    if (missingEnd !== '') add(missingEnd);
    missingEnd = '';
    add(text);
  };
  return {
    raw,
    line(text, end, hasEnd) {
      raw(hasEnd ? text + end : text);
      if (!hasEnd) missingEnd = end;
    },
    bytes: () => bytesOfText(parts.join('')),
  };
}
