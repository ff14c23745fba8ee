/** Compares two files byte by byte as streams, without holding either in memory. */

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

export async function isSameContent(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  return isSameStream(one.stream().getReader(), other.stream().getReader());
}

/** The two streams may deliver chunks of different sizes. */
async function isSameStream(one: Reader, other: Reader): Promise<boolean> {
  let left = new Uint8Array();
  let right = new Uint8Array();
  try {
    for (;;) {
      if (left.length === 0) left = (await one.read()).value ?? left;
      if (right.length === 0) right = (await other.read()).value ?? right;
      const length = Math.min(left.length, right.length);
      if (length === 0) return left.length === right.length;
      for (let at = 0; at < length; at++) if (left[at] !== right[at]) return false;
      left = left.subarray(length);
      right = right.subarray(length);
    }
  } finally {
    await Promise.all([one.cancel(), other.cancel()]);
  }
}
