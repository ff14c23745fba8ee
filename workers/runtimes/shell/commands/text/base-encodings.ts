/** `base64` and `base32`. The library's base64 does not report damaged input, and knows no `-i`. */
import { bytes, command, CommandError, readBytes, describeFileError, type RunCommand } from '../command.ts';
import { latin1Of } from '#workers/text/encoding/latin1.ts';
import { parseOptions, wholeNumber } from '../options.ts';

type Encoding = { name: string; alphabet: string; bits: number; group: number };

function encoding({ name, alphabet, bits, group }: Encoding): RunCommand {
  return command(name, 1, async (args, context) => {
    const options = parseOptions(args, 'd/decode D i/ignore-garbage w/wrap=');
    const [file = '-', extra] = options.operands;
    if (extra !== undefined) throw new CommandError(`extra operand '${extra}'`);
    const data = await readBytes(context, file).catch((error: unknown) => {
      throw new CommandError(`${file}: ${describeFileError(error)}`);
    });
    if (options.has('d') || options.has('D')) {
      const { output, isValid } = decoded(latin1Of(data), options.has('i'));
      return bytes(output, isValid ? 0 : 1, isValid ? '' : `${name}: invalid input\n`);
    }
    const width = wholeNumber(options.value('w'), 'wrap size') ?? 76;
    return bytes(wrapped(encoded(data), width));
  });

  function encoded(data: Uint8Array): string {
    const letters: string[] = [];
    let [buffer, held] = [0, 0];
    for (const byte of data) {
      buffer = ((buffer << 8) | byte) & 0xffff;
      for (held += 8; held >= bits; held -= bits)
        letters.push(alphabet.charAt((buffer >> (held - bits)) & (2 ** bits - 1)));
    }
    if (held > 0) letters.push(alphabet.charAt((buffer << (bits - held)) & (2 ** bits - 1)));
    return letters.join('') + '='.repeat((group - (letters.length % group)) % group);
  }

  /** What comes before the damage is printed. */
  function decoded(text: string, isLenient: boolean): { output: Uint8Array; isValid: boolean } {
    const letters = isLenient
      ? Array.from(text)
          .filter((letter) => alphabet.includes(letter) || letter === '=')
          .join('')
      : text.replaceAll('\n', '');
    const body = /^[^=]*/.exec(letters)?.[0] ?? '';
    const output: number[] = [];
    let [buffer, held] = [0, 0];
    for (const letter of body) {
      const value = alphabet.indexOf(letter);
      if (value < 0) return { output: Uint8Array.from(output), isValid: false };
      buffer = ((buffer << bits) | value) & 0xffff;
      held += bits;
      if (held < 8) continue;
      held -= 8;
      output.push((buffer >> held) & 0xff);
    }
    const padding = letters.slice(body.length);
    const isValid = /^=*$/.test(padding) && letters.length % group === 0;
    return { output: Uint8Array.from(output), isValid };
  }
}

function wrapped(text: string, width: number): string {
  if (width === 0 || text === '') return text;
  return text.replace(new RegExp(`.{1,${width}}`, 'g'), '$&\n');
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const base64 = encoding({
  ...{ name: 'base64', alphabet: `${upper}${upper.toLowerCase()}0123456789+/`, bits: 6, group: 4 },
});
export const base32 = encoding({ name: 'base32', alphabet: `${upper}234567`, bits: 5, group: 8 });
