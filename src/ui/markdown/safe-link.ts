/** Which links may be followed, and where they really lead. Text from a model or a web page decides neither. */

const allowedProtocols = new Set(['http:', 'https:', 'mailto:']);

export type SafeLink = {
  href: string;
  /** The host or address, for the eye: the text of a link may claim anything. */
  target: string;
};

export function safeLink(href: string): SafeLink | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (!allowedProtocols.has(url.protocol)) return null;
  return { href: url.href, target: url.protocol === 'mailto:' ? url.pathname : url.host };
}
