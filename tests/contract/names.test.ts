/** Wherever a title or a name enters the app, characters that could disguise it are removed. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import { readTitle } from '#workers/agent/title.ts';
import { importAgent } from '#workers/domains/agents/import/import-agent.ts';
import { createAgentStore } from '#workers/domains/agents/store.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createPromptStore } from '#workers/domains/prompts/store.ts';
import { createProviderStore } from '#workers/domains/providers/store.ts';
import { titleFrom } from '#workers/domains/runs/run-report.ts';
import { changeSession } from '#workers/domains/sessions/change-session.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { createVault } from '#workers/domains/vault/vault.ts';
import { admitTool } from '#workers/external-tools/admit-tool.ts';
import { toTitle } from '#workers/mcp/check-draft.ts';
import type { Database } from '#workers/storage/database.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import { archive, value } from '#tests/fixtures/worlds/backup-contents.ts';
import { createBackupWorld } from '#tests/fixtures/worlds/backup-world.ts';

const sent = 'invoice\u202efdp\u2066.exe';
const shown = 'invoicefdp.exe';

let databases = 0;
const open = () => openDatabase({ name: `names-${++databases}` });
const info = {
  ...{ id: asId<'session'>('session_1'), title: 'Chat', agent: defaultAgent.id, head: null, updated: 1 },
};

async function imported(parts: Record<string, string | object>): Promise<Database> {
  const world = await createBackupWorld();
  value(await world.backups.import(await archive(parts), 'replace'));
  return world.database;
}

async function* reply(text: string): AsyncGenerator<ModelEvent> {
  yield { type: 'text-delta', text };
}

const doors: Record<string, (name: string) => Promise<string | undefined>> = {
  async 'the title of a chat, by the user'(title) {
    const sessions = createSessionStore(await open());
    await sessions.save(info);
    await changeSession(info.id, { title, pinned: undefined }, sessions);
    return (await sessions.get(info.id))?.title;
  },
  'the title of a chat, from its first line': async (text) => titleFrom(`${text}\nmore`),
  'the title of a chat, by a model': async (text) => (await readTitle(reply(text), () => {})).title,
  async 'the title of a chat, from a backup'(title) {
    const line = JSON.stringify({ session: { ...info, title } });
    const database = await imported({ 'sessions/00001.jsonl': `${line}\n` });
    return (await database.get('sessions', info.id))?.title;
  },
  async 'the name of an agent'(name) {
    return (await createAgentStore(await open()).save({ ...defaultAgent, name })).name;
  },
  async 'the name of an agent, from a file'(name) {
    const read = await importAgent(JSON.stringify({ name, tools: ['*'] }), () => true);
    return read.ok ? read.value.draft.name : undefined;
  },
  async 'the name of an agent, from a backup'(name) {
    const id = asId<'agent'>('agent_1');
    const database = await imported({ 'agents.json': [{ ...defaultAgent, id, name }] });
    return (await database.get('agents', id))?.name;
  },
  async 'the name of a model service'(label) {
    const database = await open();
    const store = createProviderStore(database, createVault(database));
    return (await store.save({ kind: 'openai-chat', label, baseUrl: 'https://a.test/v1', model: 'm' })).label;
  },
  async 'the name of a model service, from a backup'(label) {
    const provider = {
      id: 'provider_1',
      kind: 'openai-chat',
      label,
      baseUrl: 'https://a.test/v1',
      model: 'm',
    };
    const database = await imported({ 'providers.json': [provider] });
    return (await database.get('providers', asId<'provider'>(provider.id)))?.label;
  },
  async 'the name of a prompt'(name) {
    const answer = await createPromptStore(await open(), () => {}).save({ name, text: 'Hello' });
    return answer.ok ? answer.value.name : undefined;
  },
  async 'the name of a prompt, from a file'(name) {
    const store = createPromptStore(await open(), () => {});
    await store.import(JSON.stringify([{ name, text: 'Hello' }]));
    return (await store.list())[0]?.name;
  },
  async 'the name of a prompt, from a backup'(name) {
    const database = await imported({ 'prompts.json': { prompts: [{ name, text: 'Hello' }] } });
    return (await database.getAll('prompts'))[0]?.name;
  },
  'the title of a tool server': async (title) => toTitle(title),
  async 'the title of an external tool'(title) {
    const server = { prefix: 'mcp', name: 'a', category: 'network', capabilities: [] } as const;
    const parameters = { type: 'object' } as const;
    const admitted = admitTool({ name: 'search', title, parameters }, server);
    return admitted.ok ? admitted.definition.title : admitted.refusal.reason;
  },
};

describe.each(Object.entries(doors))('%s', (_, enter) => {
  it('loses characters that reorder or hide letters', async () => expect(await enter(sent)).toBe(shown));
});
