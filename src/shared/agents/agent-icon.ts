/** The icon of an agent: a drawing of this app with a colour (`compass:blue`), or one emoji. */

export const agentSymbols = [
  'compass',
  'pen',
  'code',
  'folder',
  'book',
  'flask',
  'globe',
  'heart',
  'bulb',
  'chart',
  'leaf',
  'plane',
  'calendar',
  'cap',
  'music',
  'coffee',
] as const;
export type AgentSymbol = (typeof agentSymbols)[number];

export const agentColours = ['ember', 'amber', 'moss', 'teal', 'blue', 'violet', 'rose', 'stone'] as const;
export type AgentColour = (typeof agentColours)[number];

export type AgentIcon =
  { type: 'drawn'; symbol: AgentSymbol; colour: AgentColour } | { type: 'emoji'; emoji: string };

/** An emoji may consist of several code points, such as a family. */
const maxEmojiUnits = 32;

/** Undefined for an unknown icon. */
export function readIcon(icon: string | undefined): AgentIcon | undefined {
  const [first, second = '', ...more] = (icon ?? '').split(':');
  const symbol = agentSymbols.find((each) => each === first);
  const colour = agentColours.find((each) => each === second);
  if (symbol && colour && more.length === 0) return { type: 'drawn', symbol, colour };
  return icon && isEmoji(icon) ? { type: 'emoji', emoji: icon } : undefined;
}

export function writeIcon(symbol: AgentSymbol, colour: AgentColour): string {
  return `${symbol}:${colour}`;
}

/** Whether the text is exactly one grapheme and a pictograph or a flag. */
function isEmoji(text: string): boolean {
  if (text.length > maxEmojiUnits || !/^(\p{Extended_Pictographic}|\p{Regional_Indicator})/u.test(text))
    return false;
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length === 1;
}
