/** `date`. That of just-bash knows few formats and only plain dates. */
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  joinLines,
  linesOf,
  pathOf,
  readText,
} from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { type Options, parseOptions } from '../options.ts';
import { formatDate } from './date-format.ts';
import { parseDate } from './date-parser.ts';

export const date = command('date', 1, async (args, context) => {
  const options = parseOptions(
    args.map((word) =>
      word.replace(/^-I(?=.)/, '--iso-8601=').replace(/^(-I|--iso-8601)$/, '--iso-8601=date'),
    ),
    'd/date= f/file= u/utc/universal r/reference= I/iso-8601= R/rfc-email/rfc-2822 +/rfc-3339= s/set= !/debug',
  );
  if (options.has('s')) throw new CommandError('the clock cannot be set here');
  const zone = options.has('u') ? 'UTC' : context.env.get('TZ') || 'UTC';
  const format = formatOf(options);
  const list = options.value('f');
  const now = Date.now();
  const times =
    list === undefined
      ? [await timeOf(context, options, now, zone)]
      : linesOf(await readText(context, list)).map((line) => parseDate(line, now, zone));
  return bytes(joinLines(times.map((time) => bytesOfText(formatDate(format, time, zone)))));
});

const clocks: Readonly<Record<string, string>> = {
  ...{ hours: '%H', minutes: '%H:%M', seconds: '%H:%M:%S', ns: '%H:%M:%S,%N', date: '' },
};

function formatOf(options: Options): string {
  const [given, extra] = options.operands;
  const iso = options.value('I');
  const unit = iso ?? options.value('+');
  if (unit !== undefined) {
    const clock = clocks[unit];
    if (clock === undefined) throw new CommandError(`invalid argument '${unit}'`);
    if (clock === '') return '%F';
    return iso === undefined ? `%F ${clock.replace(',', '.')}%:z` : `%FT${clock}%:z`;
  }
  if (options.has('R')) return '%a, %d %b %Y %H:%M:%S %z';
  if (extra !== undefined) throw new CommandError(`extra operand '${extra}'`);
  if (given === undefined) return '%a %b %e %H:%M:%S %Z %Y';
  if (!given.startsWith('+')) throw new CommandError(`invalid date '${given}'; the clock cannot be set here`);
  return given.slice(1);
}

async function timeOf(context: CommandContext, options: Options, now: number, zone: string): Promise<number> {
  const [words, reference] = [options.value('d'), options.value('r')];
  if (reference === undefined) return words === undefined ? now : parseDate(words, now, zone);
  const stat = await context.fs.stat(pathOf(context, reference)).catch((error: unknown) => {
    throw new CommandError(`${reference}: ${describeFileError(error)}`);
  });
  return stat.mtime.getTime();
}
