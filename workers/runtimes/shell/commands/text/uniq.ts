/** `uniq`. That of just-bash prints counts in another width and lacks -f, -s and -w. */
import { bytes, command, linesOf, joinLines, pathOf, readLatin1 } from '../command.ts';
import { parseOptions, wholeNumber } from '../options.ts';

export const uniq = command('uniq', 1, async (args, context) => {
  const options = parseOptions(
    args,
    'c/count d/repeated u/unique i/ignore-case z/zero-terminated f/skip-fields= s/skip-chars=',
    'w/check-chars= D/all-repeated',
  );
  const [input = '-', output] = options.operands;
  const end = options.has('z') ? '\0' : '\n';
  const fields = wholeNumber(options.value('f'), 'number of fields to skip') ?? 0;
  const skipped = wholeNumber(options.value('s'), 'number of bytes to skip') ?? 0;
  const width = wholeNumber(options.value('w'), 'number of bytes to compare') ?? Infinity;
  const keyOf = (line: string) => {
    const rest = line
      .replace(new RegExp(`^(?:[ \\t]*[^ \\t]+){0,${fields}}`), '')
      .slice(skipped, skipped + width);
    return options.has('i') ? rest.toLowerCase() : rest;
  };
  const groups: string[][] = [];
  for (const line of linesOf(await readLatin1(context, input), end)) {
    const group = groups.at(-1);
    if (group && keyOf(group[0] ?? '') === keyOf(line)) group.push(line);
    else groups.push([line]);
  }
  const shown = groups
    .filter(({ length }) => (!options.has('d') && !options.has('D')) || length > 1)
    .filter(({ length }) => !options.has('u') || length === 1)
    .flatMap((group) => (options.has('D') ? group : [count(group, options.has('c'))]));
  const result = joinLines(shown, end);
  if (output === undefined) return bytes(result);
  await context.fs.writeFile(pathOf(context, output), result, 'latin1');
  return bytes('');
});

function count([line = '', ...more]: readonly string[], isCounted: boolean): string {
  return isCounted ? `${String(more.length + 1).padStart(7)} ${line}` : line;
}
