/** Writes an equation of Office (OMML) in one line, as Word's own linear format does: `(a+b)/2`, `x^2`, `√x`. */
// ECMA-376 part 1, 22.1. Unicode Technical Note 28 describes the linear format.

type Frame = {
  name: string;
  /** The finished elements inside, in their order. */
  parts: { name: string; text: string }[];
  /** Values of its properties, such as the sign of a sum. */
  settings: Record<string, string>;
};

export type EquationReader = {
  open(name: string, value: string | undefined): void;
  text(piece: string): void;
  close(): void;
  /** The equation so far. */
  result(): string;
};

/** Is fed the elements inside of `oMath`; keeps one frame per open element instead of a tree. */
export function readEquation(): EquationReader {
  const root: Frame = { name: 'oMath', parts: [], settings: {} };
  const frames = [root];
  return {
    open(name, value) {
      const owner = frames.at(-1)?.name.endsWith('Pr') ? frames.at(-2) : undefined;
      if (owner) owner.settings[name] = value ?? '';
      frames.push({ name, parts: [], settings: {} });
    },
    text(piece) {
      if (frames.at(-1)?.name === 't') frames.at(-1)?.parts.push({ name: '', text: piece });
    },
    close() {
      const frame = frames.length > 1 ? frames.pop() : undefined;
      if (frame && !frame.name.endsWith('Pr'))
        frames.at(-1)?.parts.push({ name: frame.name, text: written(frame) });
    },
    result: () => written(root).trim(),
  };
}

/** `of`: the text of the element of this name; `all`: of all of them. */
type Inside = { of(name: string): string; all(name: string): string[]; settings: Frame['settings'] };

const sub = ({ of }: Inside) => script('_', of('sub'));
const sup = ({ of }: Inside) => script('^', of('sup'));

const structures: Readonly<Record<string, ((inside: Inside) => string) | undefined>> = {
  f: ({ of, settings }) =>
    settings.type === 'noBar' ? `${of('num')}¦${of('den')}` : `${grouped(of('num'))}/${grouped(of('den'))}`,
  sSup: (inside) => inside.of('e') + sup(inside),
  sSub: (inside) => inside.of('e') + sub(inside),
  sSubSup: (inside) => inside.of('e') + sub(inside) + sup(inside),
  sPre: (inside) => sub(inside) + sup(inside) + inside.of('e'),
  rad: ({ of }) => (of('deg') === '' ? `√${grouped(of('e'))}` : `√(${of('deg')}&${of('e')})`),
  nary: (inside) => `${inside.settings.chr || '∫'}${sub(inside)}${sup(inside)} ${inside.of('e')}`,
  d: ({ all, settings }) =>
    `${settings.begChr ?? '('}${all('e').join(settings.sepChr ?? '|')}${settings.endChr ?? ')'}`,
  func: ({ of }) => `${of('fName')} ${of('e')}`,
  acc: ({ of, settings }) => `${of('e')}${settings.chr ?? '\u0302'}`,
  limLow: ({ of }) => `${of('e')}${script('_', of('lim'))}`,
  limUpp: ({ of }) => `${of('e')}${script('^', of('lim'))}`,
  m: ({ all }) => `[${all('mr').join('; ')}]`,
  mr: ({ all }) => all('e').join(', '),
  eqArr: ({ all }) => all('e').join('; '),
};

function written({ name, parts, settings }: Frame): string {
  const all = (wanted: string) => parts.filter((each) => each.name === wanted).map(({ text }) => text);
  const structure = Object.hasOwn(structures, name) ? structures[name] : undefined;
  return structure
    ? structure({ of: (wanted) => all(wanted)[0] ?? '', all, settings })
    : parts.map(({ text }) => text).join('');
}

function script(sign: '^' | '_', text: string): string {
  return text.trim() === '' ? '' : `${sign}${grouped(text)}`;
}

/** In parentheses, unless it is one number, word or group already. */
function grouped(text: string): string {
  return /^([\p{L}\p{M}\p{N}.,′∞]*|\([^()]*\))$/u.test(text.trim()) ? text.trim() : `(${text.trim()})`;
}
