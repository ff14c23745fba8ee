/** `umask` with a number or with symbols. New files and folders of the workspace get their mode by it. */
import type { FileMarks } from '../../fs/file-marks.ts';
import { command, CommandError, text, type RunCommand } from '../command.ts';

const shifts: Readonly<Record<string, number>> = { u: 6, g: 3, o: 0 };
const bits: Readonly<Record<string, number>> = { r: 4, w: 2, x: 1 };

export function umask(marks: Pick<FileMarks, 'umask'>): RunCommand {
  return command('umask', 1, async (args) => {
    const options = args.filter((word) => /^-./.test(word));
    const [wanted] = args.slice(options.length);
    const unknown = options.find((word) => !/^-[Sp]+$/.test(word));
    if (unknown !== undefined) throw new CommandError(`${unknown}: invalid option`, 2);
    if (wanted !== undefined) {
      marks.umask = /^\d+$/.test(wanted) ? readNumber(wanted) : readSymbols(wanted, marks.umask);
      return text('');
    }
    const flags = options.join('');
    const shown = flags.includes('S') ? symbolsOf(marks.umask) : marks.umask.toString(8).padStart(4, '0');
    const before = flags.includes('p') ? `umask ${flags.includes('S') ? '-S ' : ''}` : '';
    return text(`${before}${shown}\n`);
  });
}

function readNumber(word: string): number {
  const value = /^[0-7]+$/.test(word) ? Number.parseInt(word, 8) : Infinity;
  if (value > 0o777) throw new CommandError(`${word}: octal number out of range`);
  return value;
}

/** The symbols say what is allowed; the mask, what is not. As in bash, each clause has one operator. */
function readSymbols(word: string, mask: number): number {
  let allowed = ~mask & 0o777;
  for (const clause of word.split(',')) {
    const [, who = '', operator, letters = ''] = /^([ugoa]*)([-+=])([rwx]*)$/.exec(clause) ?? [];
    if (operator === undefined) throw new CommandError(`${word}: invalid symbolic mode`);
    let value = 0;
    for (const letter of letters) value |= bits[letter] ?? 0;
    for (const each of who === '' || who.includes('a') ? 'ugo' : who) {
      const shift = shifts[each] ?? 0;
      if (operator === '=') allowed &= ~(7 << shift);
      if (operator === '-') allowed &= ~(value << shift);
      else allowed |= value << shift;
    }
  }
  return ~allowed & 0o777;
}

function symbolsOf(mask: number): string {
  return Object.entries(shifts)
    .map(([who, shift]) => {
      const letters = Object.entries(bits).filter(([, bit]) => ((mask >> shift) & bit) === 0);
      return `${who}=${letters.map(([letter]) => letter).join('')}`;
    })
    .join(',');
}
