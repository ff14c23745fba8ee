/** What a person or a model sees of output, which has one character per byte until here. */
import { decoderLabel, encodingTitle, findEncoding } from '#workers/text/encoding/find-encoding.ts';
import { bytesOfLatin1 } from '#workers/text/encoding/latin1.ts';

/** Decodes pieces of output while a script runs; a character may be divided between two of them. */
export function createLiveText() {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  return (stdout: string, stderr: string): string =>
    decoders.stdout.decode(bytesOfLatin1(stdout), { stream: true }) +
    decoders.stderr.decode(bytesOfLatin1(stderr), { stream: true });
}

/** Output as text. `notes`: in which encoding it was read, if it is not UTF-8. */
export function shownText(output: string): { text: string; notes: string[] } {
  const bytes = bytesOfLatin1(output);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), notes: [] };
  } catch {
    const encoding = findEncoding(bytes, true);
    if (!encoding || encoding.name === 'utf-8')
      return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), notes: [] };
    const text = new TextDecoder(decoderLabel(encoding.name)).decode(bytes);
    return { text, notes: [`the output is not UTF-8, it is shown as ${encodingTitle(encoding)}`] };
  }
}
