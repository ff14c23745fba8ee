/** The icon of an agent as it is stored: one of our drawings in one of our colours (`compass:blue`), or one emoji. */

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

/** One emoji of several code points, such as a family, is still short. */
const mostEmojiUnits = 32;

/** Undefined where nothing of ours can show it. */
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

/** One letter as readers count them, that is a picture: a letter or a word would not fit, and would not look like an icon. */
function isEmoji(text: string): boolean {
  if (text.length > mostEmojiUnits || !/^(\p{Extended_Pictographic}|\p{Regional_Indicator})/u.test(text))
    return false;
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length === 1;
}
