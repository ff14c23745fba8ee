/**
 * Decodes a response body by its charset: from the byte order mark, the Content-Type header, or a `<meta>`
 * tag.
 */

/** The HTML standard looks for a `<meta charset>` in this many bytes. */
const metaProbeBytes = 1_024;

/** With `isCut`, an incomplete last character is omitted instead of replaced by U+FFFD. */
export function decodeBody(bytes: Uint8Array, contentType: string, isCut: boolean): string {
  return decoderFor(bytes, contentType).decode(bytes, { stream: isCut });
}

/**
 * Like `decodeBody`, for pages that declare a wrong charset or none. Bytes that are not valid UTF-8 are read
 * in the charset of the `<meta>` tag, or else in Windows-1252, which most such pages use.
 */
export function decodePage(bytes: Uint8Array, contentType: string, isCut: boolean): string {
  const decoder = decoderFor(bytes, contentType);
  const text = decoder.decode(bytes, { stream: isCut });
  if (decoder.encoding !== 'utf-8' || !text.includes('\ufffd') || isUtf8(bytes, isCut)) return text;
  const page = isHtml(contentType, bytes) ? metaCharset(asAscii(bytes)) : undefined;
  return new TextDecoder(page && isKnown(page) && !/^utf/i.test(page) ? page : 'windows-1252').decode(bytes);
}

/**
 * Decodes again and fails at invalid bytes: U+FFFD in the decoded text proves nothing, because a page may
 * contain it itself.
 */
function isUtf8(bytes: Uint8Array, isCut: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}

export function isHtml(contentType: string, bytes: Uint8Array): boolean {
  if (contentType) return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType);
  return /^\s*<(!doctype html|html)\b/i.test(asAscii(bytes));
}

function decoderFor(bytes: Uint8Array, contentType: string): TextDecoder {
  const charset =
    markedCharset(bytes) ??
    charsetIn(contentType) ??
    (isHtml(contentType, bytes) ? metaCharset(asAscii(bytes)) : undefined);
  try {
    return new TextDecoder(charset);
  } catch {
    // The charset is unknown; most of the web is UTF-8.
    return new TextDecoder();
  }
}

/** The charset of the byte order mark, if there is one. */
export function markedCharset([first, second, third]: Uint8Array):
  'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(text)?.[1];
}

function metaCharset(head: string): string | undefined {
  for (const [tag] of head.matchAll(/<meta\b[^<>]*/gi)) {
    const charset = charsetIn(tag);
    // The HTML standard reads a declared UTF-16 as UTF-8, because in UTF-16 the tag would not have been
    // found.
    if (charset) return /^utf-?16/i.test(charset) ? 'utf-8' : charset;
  }
  return undefined;
}

function asAscii(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, metaProbeBytes));
}
