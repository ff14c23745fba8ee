/** Decides which links may be followed and shows their real target; link text is untrusted. */

const allowedProtocols = new Set(['http:', 'https:', 'mailto:']);

export type SafeLink = {
  href: string;
  /** The host or address to show: the text of a link may claim anything. */
  target: string;
};

export function safeLink(href: string): SafeLink | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (!allowedProtocols.has(url.protocol)) return null;
  return { href: url.href, target: url.protocol === 'mailto:' ? url.pathname : url.host };
}
