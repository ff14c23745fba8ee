/** `Intl` in scripts gives what it gives in Node, and keeps what it was made with. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createInterpreter } from '#workers/runtimes/javascript/interpreter.ts';
import { createJavaScriptHost } from '#workers/runtimes/javascript/session/javascript-host.ts';
import { runJavaScript } from '#workers/runtimes/javascript/run-javascript.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';
import { rows } from '#tests/fixtures/node/intl.ts';

const place = new URL('../../../../fixtures/node/intl-recorded.json', import.meta.url);
const program = `console.log(JSON.stringify([${rows.map((row) => `(${row})`).join(',\n')}]))`;

async function world() {
  const { context } = await createTestWorkspace({});
  const run = async (code: string, host = createJavaScriptHost(() => createInterpreter())) => {
    const returned = await runJavaScript(host, { code, timeoutMs: 20_000 }, context);
    return typeof returned === 'string' || Array.isArray(returned) ? '' : String(returned.content);
  };
  return { run };
}

describe('Intl in a script', () => {
  if (process.env.RECORD_NODE) {
    const out = execFileSync('node', ['-e', program], { encoding: 'utf8' });
    writeFileSync(place, `${JSON.stringify(JSON.parse(out), null, 1)}\n`);
  }

  it(`gives what Node gives for ${rows.length} expressions`, async () => {
    const { run } = await world();
    const recorded = JSON.parse(readFileSync(place, 'utf8')) as unknown[];
    const values = JSON.parse(await run(program)) as unknown[];
    expect(values).toHaveLength(rows.length);
    const differing = rows.filter((_, at) => JSON.stringify(values[at]) !== JSON.stringify(recorded[at]));
    expect(differing.map((row) => [row, values[rows.indexOf(row)]])).toEqual([]);
  });

  it('serves more formatters than the host keeps, and sorts with one', async () => {
    const { run } = await world();
    const code = `
      const made = Array.from({ length: 80 }, (_, at) => new Intl.NumberFormat('de', { minimumIntegerDigits: 1 + (at % 20), maximumFractionDigits: Math.floor(at / 20) }));
      const words = Array.from({ length: 2000 }, (_, at) => 'w' + ((at * 7919) % 2000));
      words.sort(new Intl.Collator('en', { numeric: true }).compare);
      console.log(made.map((each) => each.format(1).length).join() === made.map((_, at) => { const n = 1 + at % 20; return n + Math.floor((n - 1) / 3) }).join(), words[1999]);`;
    expect(await run(code)).toBe('true w1999');
  });

  it('refuses what would not end or fill the memory', async () => {
    const { run } = await world();
    const said = (code: string) =>
      run(`try { ${code}; console.log('done') } catch (e) { console.log(e.name, e.message) }`);
    expect(await said(`[...new Intl.Segmenter('en').segment('a'.repeat(600_000))]`)).toContain('RangeError');
    expect(await said(`new Intl.NumberFormat('en'.padEnd(5000, '-x'))`)).toContain('RangeError');
    expect(await said(`(10n ** 25_000n).toLocaleString('en')`)).toContain('RangeError');
    expect(await said(`Intl.NumberFormat.prototype.resolvedOptions.call({})`)).toContain('TypeError');
  });

  it('makes formatters in variables again where the interpreter is gone', async () => {
    const { run } = await world();
    await run(
      `var euro = new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }); var sort = { by: new Intl.Collator('sv') }; var tag = new Intl.Locale('de-AT'); var Dates = Intl.DateTimeFormat`,
    );
    const after = await run(
      `[euro.format(2), sort.by.compare('z', 'ä'), tag.region, new Dates('de', { timeZone: 'UTC' }).format(0), euro instanceof Intl.NumberFormat].join('|')`,
    );
    expect(after).toBe('=> 2,00\u00a0€|-1|AT|1.1.1970|true');
  });
});
