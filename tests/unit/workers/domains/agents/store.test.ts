/** A deleted agent is not replaced by another one, and is not restored by accident. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { createAgentStore } from '#workers/domains/agents/store.ts';
import { openDatabase } from '#workers/domains/database.ts';

let databases = 0;
const open = async () => createAgentStore(await openDatabase({ name: `agents-${++databases}` }));
const draft = { name: 'Reader', systemPrompt: 'Read.', tools: ['read_file'] };

describe('agents', () => {
  it('that were removed are gone, and the everyday agent answers only where none is named', async () => {
    const agents = await open();
    const { id } = await agents.save(draft);
    expect(await agents.get(id)).toMatchObject(draft);
    await agents.remove(id);
    expect(await agents.get(id)).toBeUndefined();
    expect(await agents.get(undefined)).toEqual(defaultAgent);
    expect(await agents.get(defaultAgent.id)).toEqual(defaultAgent);
  });

  it('are not brought back by an approval, nor is another one approved', async () => {
    const agents = await open();
    const { id } = await agents.save(draft);
    await agents.remove(id);
    await agents.approve(id, 'delete_file');
    expect(await agents.list()).toEqual([defaultAgent]);
  });

  it('keep every approval, also of two given at once', async () => {
    const agents = await open();
    const { id } = await agents.save(draft);
    await Promise.all([agents.approve(id, 'read_file'), agents.approve(id, 'find')]);
    expect((await agents.get(id))?.approval).toEqual({
      default: 'auto',
      tools: { read_file: 'auto', find: 'auto' },
    });
    await agents.approve(defaultAgent.id, 'find');
    expect((await agents.get(undefined))?.approval?.tools).toEqual({ find: 'auto' });
  });
});
