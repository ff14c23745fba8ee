/** Splits terminal output into spans of one style; escape sequences never reach the page. */
// anser: parses ANSI colours into plain data, where others produce HTML.
import anser from 'anser';

export type AnsiSpan = {
  text: string;
  /** One of the sixteen colours by name, such as `red` or `bright-red`, which follow the theme. */
  colour?: string;
  background?: string;
  /** Other colours, as CSS. */
  style?: { color?: string; background?: string };
  decorations: readonly string[];
};

export function ansiSpans(text: string): AnsiSpan[] {
  const clean = withoutOtherSequences(text);
  return anser.ansiToJson(clean, { use_classes: true, remove_empty: true }).flatMap((piece) => {
    const shown = piece.content.replaceAll(controlCharacters, '');
    if (shown === '') return [];
    const decorations = piece.decorations.filter((name) => name !== 'blink');
    // The library's types lack `isInverted`. Its swapped colours are ignored, because only the theme knows
    // the default ones.
    if ('isInverted' in piece && piece.isInverted === true)
      return [{ text: shown, decorations: [...decorations, 'reverse'] }];
    const fore = colourOf(piece.fg, piece.fg_truecolor);
    const back = colourOf(piece.bg, piece.bg_truecolor);
    const style = {
      ...(fore.css && { color: fore.css }),
      ...(back.css && { background: back.css }),
    };
    return {
      text: shown,
      ...(fore.name && { colour: fore.name }),
      ...(back.name && { background: back.name }),
      ...(Object.keys(style).length > 0 && { style }),
      decorations,
    };
  });
}

/** Removes window titles, links, cursor movements and all other escape sequences except colours. */
function withoutOtherSequences(text: string): string {
  return text.replaceAll(otherSequences, '');
}

/** In this order: operating system commands, control sequences except colours, character sets, all others. */
const otherSequences = new RegExp(
  [
    String.raw`\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?`,
    String.raw`\u001b\[[0-9;?:]*[@-ln-~]`,
    String.raw`\u001b[ -/]+[0-~]?`,
    String.raw`\u001b(?!\[)[^]`,
  ].join('|'),
  'g',
);

/** Except line breaks and tabs. */
const controlCharacters = /[^\P{Cc}\n\t]/gu;

type Colour = { name?: string; css?: string };

function colourOf(found: string | null, trueColour: string | null): Colour {
  if (!found) return {};
  if (found === 'ansi-truecolor') return trueColour ? { css: `rgb(${trueColour})` } : {};
  const palette = /^ansi-palette-(\d+)$/.exec(found)?.[1];
  if (palette !== undefined) return { css: paletteColour(Number(palette)) };
  return { name: found.replace(/^ansi-/, '') };
}

/** Colours 16 to 255 of the palette: a cube with six steps per channel, then greys. */
function paletteColour(at: number): string {
  if (at >= 232)
    return `rgb(${Array(3)
      .fill(8 + (at - 232) * 10)
      .join(', ')})`;
  const step = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  const cube = at - 16;
  return `rgb(${[cube / 36, (cube / 6) % 6, cube % 6].map((value) => step(Math.floor(value))).join(', ')})`;
}
