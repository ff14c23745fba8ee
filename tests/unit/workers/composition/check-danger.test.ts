/**
 * The check for dangerous commands as the app wires it: permission gate, scan of the text, and the shell's
 * parser.
 */
import { describe, expect, it } from 'vitest';
import { checkDanger } from '#workers/composition/check-danger.ts';
import { readShellPlace } from '#workers/domains/terminal/read-shell.ts';
import { consoleSession } from '#workers/contracts/code-session.ts';
import { createPermissionGate } from '#workers/engine/permissions/permission-gate.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import { defaultAgent } from '#shared/agents/agent.ts';
import { newId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import { executeShellCommand } from '#workers/tools/code/execute-shell-command.ts';

/** Whether the gate asks about a command. `before`: a command that ran earlier in the session's shell. */
async function isAsked(command: string, more: JsonObject = {}, before?: string): Promise<boolean> {
  const { raw, session } = await openShell({ 'build/a.o': '', 'src/a.c': '' });
  if (before !== undefined) await raw(before);
  const sessions = {
    read: async (id: string, name: string) => (id === consoleSession ? session.read(name) : null),
  };
  let asked = false;
  const gate = createPermissionGate({
    egress: { check: async () => ({ type: 'allowed' }) },
    prompts: { ask: async () => ((asked = true), 'denied'), answer: () => false, open: () => [] },
    hosts: { has: () => false, allow: async () => undefined },
    query: async () => 'granted',
    tools: { find: () => undefined, addressOf: () => undefined },
    serviceHosts: async () => [],
    findDanger: (text, place) => checkDanger(text, place, (id) => readShellPlace(sessions, id)),
    approveAlways: async () => undefined,
  });
  await gate.check({
    ...{ tool: executeShellCommand, agent: defaultAgent, call: newId('call') },
    ...{ arguments: { command, ...more }, signal: new AbortController().signal },
  });
  return asked;
}

describe('a command', () => {
  it.each([
    'rm -rf /',
    'r\\m -rf /',
    "r''m -rf /",
    '"r"m -rf *',
    'r\\\nm -rf /',
    "$'\\x72m' -rf /; rm -rf /",
    'x=r; ${x}m -rf /',
    '{rm,-rf,/}',
    'function b { b|b& }; b',
    ':(){ :|:& };:',
    'find . | xargs r\\m -rf',
  ])('is asked about: %s', async (command) => {
    expect(await isAsked(command)).toBe(true);
  });

  it.each(['ls -la', 'echo "rm -rf /"', 'f() { ls; }; f', '$HOME/bin/x', 'rm -rf "$d"'])(
    'is not asked about: %s',
    async (command) => {
      expect(await isAsked(command)).toBe(false);
    },
  );

  it('has the variables and the folder of the commands before it', async () => {
    expect(await isAsked('rm -rf "$out"/*', {}, 'out=build')).toBe(false);
    expect(await isAsked('rm -rf "$out"', {}, 'out=/workspace')).toBe(true);
    expect(await isAsked('rm -rf *', {}, 'cd build')).toBe(false);
    expect(await isAsked('rm -rf "$out"', { working_dir: 'build' }, 'out=..')).toBe(true);
    expect(await isAsked('rm -rf "$out"/*', { fresh: true }, 'out=build')).toBe(true);
    expect(await isAsked('rm -rf "$out"', { env: { out: '/' } })).toBe(true);
    expect(await isAsked('$tool -rf /', {}, 'tool=rm')).toBe(true);
  });
});
