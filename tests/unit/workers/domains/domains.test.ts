import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { toolFeatures } from '#shared/tools/tool.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { domains } from '#workers/domains/index.ts';
import { openAllowedHosts } from '#workers/domains/permissions/allowed-hosts.ts';
import { openDisabledTools } from '#workers/domains/tools/disabled-tools.ts';

const all = Object.entries<Domain<object, never>>(domains);

describe('domains', () => {
  it('switch off the tools that the page knows as features, and no others', () => {
    const switched = all.filter(([, domain]) => domain.isOn).map(([name]) => name);
    expect(switched).toEqual(toolFeatures);
  });

  it('provide a port only for tools of their own', () => {
    const lending = all.filter(([, { toolPort, tools }]) => toolPort && !tools).map(([name]) => name);
    expect(lending).toEqual([]);
  });

  it('read again what another tab has changed', async () => {
    const database = await openDatabase({ name: 'domains-reload' });
    const engine = () => Promise.all([openAllowedHosts(database), openDisabledTools(database)]);
    const [[hosts, tools], [ownHosts, ownTools]] = [await engine(), await engine()];
    await hosts.allow('localhost:1');
    await tools.set('noop', true);
    await domains.permissions.reload({ allowedHosts: ownHosts });
    await domains.tools.reload({ disabledTools: ownTools } as never);
    expect([ownHosts.has('localhost:1'), ownTools.has('noop')]).toEqual([true, true]);
  });

  it('look for due tasks with the settings of the other tab', async () => {
    const steps: string[] = [];
    const note = (step: string) => async () => void steps.push(step);
    await domains.tasks.reload({
      taskSwitch: { reload: note('reload') },
      wake: note('wake'),
    } as never);
    expect(steps).toEqual(['reload', 'wake']);
  });

  it('offer tools while their switch is on', () => {
    const isOn = (on: boolean) =>
      domains.memory.isOn({ memorySwitch: { get: () => ({ isOn: on }) } } as never);
    expect([isOn(true), isOn(false)]).toEqual([true, false]);
  });
});
