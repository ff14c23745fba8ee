/** The numbers of find's tests: `n`, `+n` for more, and `-n` for less. */
import { CommandError } from '../command.ts';

export type Comparison = { sign: '+' | '-' | ''; amount: number };

export function readComparison(word: string, name: string, { fractions = false } = {}): Comparison {
  const [, sign = '', amount] = (fractions ? /^([+-]?)(\d+(?:\.\d*)?)$/ : /^([+-]?)(\d+)$/).exec(word) ?? [];
  if (amount === undefined) throw new CommandError(`invalid argument \`${word}' to \`${name}'`);
  return { sign: sign as Comparison['sign'], amount: Number(amount) };
}

export function compares(value: number, { sign, amount }: Comparison): boolean {
  if (sign === '+') return value > amount;
  return sign === '-' ? value < amount : value === amount;
}

const sizeUnits: Readonly<Record<string, number>> = {
  ...{ c: 1, w: 2, b: 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 },
};

/** `size` in bytes is rounded up to units before it is compared. */
export function readSize(word: string): (size: number) => boolean {
  const unit = /[a-zA-Z]$/.exec(word)?.[0] ?? 'b';
  const bytes = sizeUnits[unit];
  if (bytes === undefined) throw new CommandError(`invalid -size type \`${unit}'`);
  const comparison = readComparison(word.replace(/[a-zA-Z]$/, ''), '-size');
  return (size) => compares(Math.ceil(size / bytes), comparison);
}

/** `-perm 644`, `-perm -u+x` (all of these bits) or `-perm /222` (any of them). */
export function readMode(word: string): (mode: number) => boolean {
  const kind = /^[-/]/.exec(word)?.[0] ?? '';
  const bits = modeOf(word.slice(kind.length));
  if (bits === undefined) throw new CommandError(`invalid mode ‘${word}’`);
  return (mode) => {
    if (kind === '-') return (mode & bits) === bits;
    if (kind === '/') return bits === 0 || (mode & bits) !== 0;
    return (mode & 0o7777) === bits;
  };
}

function modeOf(word: string): number | undefined {
  if (/^[0-7]{1,5}$/.test(word)) return Number.parseInt(word, 8);
  let mode = 0;
  for (const clause of word.split(',')) {
    const [, who, operator, letters = ''] = /^([ugoa]*)([=+-])([rwx]*)$/.exec(clause) ?? [];
    if (who === undefined) return undefined;
    const bits = Array.from(letters).reduce((sum, letter) => sum | ({ r: 4, w: 2, x: 1 }[letter] ?? 0), 0);
    const all = /a/.test(who) || who === '' ? 'ugo' : who;
    for (const [each, shift] of [
      ['u', 6],
      ['g', 3],
      ['o', 0],
    ] as const) {
      if (!all.includes(each)) continue;
      if (operator === '=') mode &= ~(7 << shift);
      mode = operator === '-' ? mode & ~(bits << shift) : mode | (bits << shift);
    }
  }
  return mode;
}
