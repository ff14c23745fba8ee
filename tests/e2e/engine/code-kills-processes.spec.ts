/** The kill matrix of background processes: they have no deadline, so each goes on until it is killed. */
import { expect, test } from '../app.ts';
import { run, text } from '../kill-matrix.ts';

// One after the other, as in code-kills.spec.ts.
test.describe.configure({ mode: 'default', timeout: 240_000 });

const processes: Readonly<Record<string, string>> = {
  'endless loop': 'while true; do :; done',
  'a loop that no signal reaches':
    "awk 'BEGIN { while (1) { x = x + 1; y = (x * 3) % 7; z = z + y * y; w = (w + z) % 11 } }'",
  'output without end': 'while true; do printf "%01000d" 0; done',
  sleep: 'sleep 3000',
  'fork-like': 'while true; do (sleep 0 | sleep 0) & done',
  regex: `node -e '/^(a+)+b$/.test("a".repeat(60))'`,
  'an import that hangs': `node -e 'import "./hang.js"'`,
  'output of a script without end': `node -e 'for (;;) console.log("0".repeat(1000));'`,
};

test(
  'a background process that hangs or floods is killed, and the session is as before',
  { tag: '@long' },
  async ({ app }) => {
    const call = (tool: string, values: Record<string, unknown>) =>
      app.evaluate(([tool, json]) => window.oneclaw.tools.call(tool, JSON.parse(json) as never), [
        tool,
        JSON.stringify(values),
      ] as const);
    await app.evaluate(() => window.oneclaw.files.write('hang.js', 'for (;;);'));
    await call('execute_shell_command', { command: 'KEPT=good' });
    const agent = await app.evaluate(() =>
      window.oneclaw.agents.save({ name: 'Manager', systemPrompt: '', tools: ['*'] }),
    );
    let count = 0;
    for (const [name, command] of Object.entries(processes)) {
      await test.step(name, async () => {
        const id = `p${++count}`;
        const begun = await call('execute_shell_command', {
          command: `KEPT=lost; ${command}`,
          background: true,
        });
        expect.soft(begun, name).toMatchObject({ status: 'success', metadata: { process: id } });
        // It runs beside the session: a command ends meanwhile.
        const beside = { tool: 'execute_shell_command', values: { command: 'echo "$KEPT"' } };
        expect
          .soft((await run(app, beside, agent)).result, `beside ${name}`)
          .toMatchObject({ result: text('good\n') });
        expect
          .soft(await app.evaluate(() => window.oneclaw.processes.running()), name)
          .toMatchObject([{ id }]);
        const kill = { tool: 'manage_process', values: { action: 'kill', id } };
        const { result, longestTask } = await run(app, kill, agent);
        expect.soft(result, name).toMatchObject({ status: 'success' });
        expect.soft(longestTask, `longest task of the page: ${name}`).toBeLessThanOrEqual(50);
        await expect
          .poll(async () => JSON.stringify(await call('manage_process', { action: 'list' })), name)
          .toContain(`${id}: killed`);
        expect.soft(await app.evaluate(() => window.oneclaw.processes.running()), name).toEqual([]);
        const { result: next } = await run(app, beside, agent);
        expect.soft(next, `after ${name}`).toMatchObject({ status: 'success', result: text('good\n') });
        const log = await call('manage_process', { action: 'log', id, limit: 15_000 });
        expect.soft(JSON.stringify(log).length, `characters: ${name}`).toBeLessThan(25_000);
      });
    }
  },
);
