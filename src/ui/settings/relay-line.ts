/** Parses the line that a relay prints when it starts: its address, and after `#` the header with its key. */
export function readRelayLine(text: string): { url: string; header?: string; key?: string } {
  const [url = '', rest = ''] = text.trim().split(/#(.*)/s);
  const [, header = '', encoded = ''] = /^([\w-]+)=(.+)$/.exec(rest) ?? [];
  if (header === '') return { url: text };
  try {
    return { url, header, key: decodeURIComponent(encoded) };
  } catch {
    // Not a line of a relay: returned as it was typed, so that the user sees it.
    return { url: text };
  }
}
