/** The kill matrix: what hangs or floods a runtime ends at its deadline, and costs that call and nothing else. */
import type { Page } from '@playwright/test';
import type { ToolResult } from '#shared/tools/tool.ts';
import { expect, test } from '../app.ts';

type Runtime = {
  tool: string;
  parameter: 'command' | 'code';
  /** Sets what must survive; undefined where a call keeps nothing for the next one. */
  begin?: string;
  /** Prints `good` if the runtime and its state are as before. */
  check: string;
  attacks: Readonly<Record<string, string>>;
};

const runtimes: Readonly<Record<string, Runtime>> = {
  shell: {
    tool: 'execute_shell_command',
    parameter: 'command',
    begin: 'KEPT=good',
    check: 'echo "$KEPT"',
    attacks: {
      'endless loop': 'KEPT=lost; while true; do :; done',
      'allocation bomb': 'KEPT=lost; s=x; while true; do s="$s$s"; done',
      'deep recursion': 'KEPT=lost; f() { f; }; f; sleep 60',
      'much output': 'KEPT=lost; while true; do printf "%01000d" 0; done',
      sleep: 'KEPT=lost; sleep 60',
      'fork-like': 'KEPT=lost; f() { f | f; }; f; sleep 60',
      regex: `KEPT=lost; s=$(printf 'a%.0s' {1..40}); [[ $s =~ ^(a+)+b$ ]]; sleep 60`,
      'input that never ends': 'KEPT=lost; yes | cat; sleep 60',
    },
  },
  javascript: {
    tool: 'run_javascript',
    parameter: 'code',
    check: 'console.log("good")',
    attacks: {
      'endless loop': 'for (;;);',
      'allocation bomb': 'const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));',
      'deep recursion': 'const f = () => f() + 1; try { f() } catch {} for (;;);',
      'much output': 'for (;;) console.log("0".repeat(1000));',
      sleep: 'await new Promise((done) => setTimeout(done, 60_000));',
      'promises without end': 'const again = () => Promise.resolve().then(again); await again();',
      regex: '/^(a+)+b$/.test("a".repeat(40)); for (;;);',
      'an import that hangs': `import './hang.js';`,
    },
  },
};

/** Stopped at its deadline, by the runtime or by a kill. */
function isStopped(result: ToolResult): boolean {
  return result.status === 'error' || result.metadata?.exit_code === '124';
}

function run(page: Page, { tool, parameter }: Runtime, text: string, timeout: number) {
  return page.evaluate(
    async ([name, values]) => {
      let longestGap = 0;
      let isOver = false;
      let last = performance.now();
      const frame = () => {
        longestGap = Math.max(longestGap, performance.now() - last);
        last = performance.now();
        if (!isOver) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      const begun = performance.now();
      const result = await window.oneclaw.tools.call(name, values);
      isOver = true;
      return { result, seconds: (performance.now() - begun) / 1_000, longestGap };
    },
    [tool, { [parameter]: text, timeout }] as const,
  );
}

for (const [name, runtime] of Object.entries(runtimes)) {
  test(`${name}: every attack ends with one result, and the next call is as if it had not been`, async ({
    app,
  }) => {
    test.slow();
    await app.evaluate(() => window.oneclaw.files.write('hang.js', 'await new Promise(() => {});'));
    for (const [attack, text] of Object.entries(runtime.attacks)) {
      await test.step(attack, async () => {
        if (runtime.begin) await run(app, runtime, runtime.begin, 30);
        const { result, seconds, longestGap } = await run(app, runtime, text, 1);
        expect.soft(result.status, attack).toMatch(/^(success|error)$/);
        expect.soft(JSON.stringify(result).length, attack).toBeLessThan(60_000);
        // The deadline is one second; starting the runtime and a busy machine take some more.
        expect.soft(seconds, attack).toBeLessThan(20);
        // A page that waited for the runtime would stand still for its whole second.
        expect.soft(longestGap, attack).toBeLessThan(900);
        const { result: next } = await run(app, runtime, runtime.check, 30);
        expect.soft(next, `after ${attack}`).toMatchObject({
          status: 'success',
          // A script that a limit of the runtime ended has ended by itself, and what it set stays.
          result: expect.stringMatching(isStopped(result) ? /good/ : /good|lost/),
        });
      });
    }
  });
}
