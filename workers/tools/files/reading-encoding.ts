/** The encoding in which `read_file` reads a file, and what it says about it. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import {
  decidingBytes,
  decoderLabel,
  encodingOfFile,
  encodingTitle,
  type TextEncoding,
} from '#workers/text/encoding/find-encoding.ts';

export type ReadingEncoding = {
  decoder: TextDecoder;
  /** Undefined if the file is binary. */
  found: TextEncoding | undefined;
  /**
   * What the model must know about the encoding of the text that it gets, or ''. Throws a `ToolError` if the
   * text is not in the encoding that was asked for.
   */
  noteFor(text: string): string;
};

/** `asked` is a label of the WHATWG Encoding Standard; without it, the bytes of the file decide. */
export async function readingEncoding(
  path: string,
  file: File,
  asked: string | undefined,
): Promise<ReadingEncoding> {
  const decoder = asked === undefined ? undefined : requireDecoder(asked);
  const found = await encodingOfFile(file);
  const label = found && decoderLabel(found.name);
  const isCertain = found && !found.isDamaged && file.size <= decidingBytes;
  return {
    decoder: decoder ?? new TextDecoder(label),
    found,
    noteFor(text) {
      if (!/[^\0-\x7f]/.test(text) && !found?.name.startsWith('utf-16')) return '';
      const isOther = decoder !== undefined && found !== undefined && decoder.encoding !== label;
      const isBroken = text.includes('\ufffd') && (isOther || !isCertain || label !== 'utf-8');
      if (isBroken && isOther) throw notIn(decoder.encoding, path, found);
      const broken = isBroken ? ' Bytes that are no character in it are shown as \ufffd.' : '';
      return aboutEncoding(found, isOther, decoder !== undefined) + broken;
    },
  };
}

function aboutEncoding(found: TextEncoding | undefined, isOther: boolean, isAsked: boolean): string {
  if (!found) return '';
  if (isOther) return found.name === 'unknown-8bit' ? '' : `It looks like ${encodingTitle(found)}.`;
  return isAsked ? '' : noteOn(found);
}

export function requireDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new ToolError(
      'validation_error',
      `Parameter 'encoding': '${encoding}' is not supported. Leave it out, or use a WHATWG encoding label such as 'UTF-8', 'UTF-16LE', 'windows-1252', 'shift_jis' or 'gb18030'.`,
    );
  }
}

function notIn(encoding: string, path: string, found: TextEncoding): ToolError {
  return new ToolError(
    'validation_error',
    found.name === 'unknown-8bit'
      ? `${path} is not valid ${encoding}. Leave 'encoding' out to see the text as far as it can be told.`
      : `${path} is not valid ${encoding}; it is ${encodingTitle(found)}. Leave 'encoding' out.`,
  );
}

function noteOn(found: TextEncoding): string {
  if (found.name === 'utf-8') return '';
  if (found.name === 'unknown-8bit')
    return "Encoding: unknown 8-bit, so letters beyond ASCII may be wrong. If they are, name the right 'encoding', such as 'windows-1250', 'koi8-r', 'shift_jis', 'gbk' or 'ibm866'.";
  return `Encoding: ${encodingTitle(found)}; edit, apply_patch and appending keep it.`;
}
