/** Switching a tool off for all agents, by any of its names. */
import { describe, expect, it } from 'vitest';
import { switchTool } from '#workers/domains/tools/switch-tool.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';

function world() {
  const off = new Set<string>();
  const changed: string[] = [];
  const registry = createRegistry(definitions, { isDisabled: (name) => off.has(name) });
  const disabledTools = {
    has: (name: string) => off.has(name),
    list: () => [...off],
    set: async (name: string, isOff: boolean) => void (isOff ? off.add(name) : off.delete(name)),
    reload: async () => undefined,
  };
  const needs = {
    disabledTools,
    openRegistry: async () => registry,
    changed: (name: string) => void changed.push(name),
  };
  return { off, changed, needs, registry };
}

describe('switchTool', () => {
  it('switches the tool behind an alias off, and on again', async () => {
    const { off, changed, needs, registry } = world();
    expect(await switchTool('bash', false, needs)).toMatchObject({ ok: true });
    expect([...off]).toEqual(['execute_shell_command']);
    expect(registry.select({ tools: ['*'] }).map(({ name }) => name)).not.toContain('execute_shell_command');
    expect(changed).toEqual(['execute_shell_command']);
    await switchTool('exec', true, needs);
    expect(off.size).toBe(0);
  });

  it('refuses a tool that is not there', async () => {
    expect(await switchTool('teleport', false, world().needs)).toMatchObject({
      ok: false,
      error: { type: 'tool_not_found' },
    });
  });
});
