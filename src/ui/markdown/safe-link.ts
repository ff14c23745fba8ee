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

const hostLike = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu;

/** The target, if the text of the link names another place; a phone shows no title of a link. */
export function unnamedTarget(text: string, { target }: SafeLink): string | undefined {
  const place = target.toLowerCase();
  const isNamed = (named: string) => place === named || /[.@]$/.test(place.slice(0, -named.length));
  const named = (text.match(hostLike) ?? []).map((each) => each.toLowerCase().replace(/^www\./, ''));
  const names = named.every((each) => place.endsWith(each) && isNamed(each));
  return names ? undefined : target;
}
