/** Data in an export of Kai: memories, tasks and tool servers are added through their own stores. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentImport } from '#shared/agents/agent-import.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { findInvisible } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { isPromotable, memoryLimits, type Memory } from '#shared/memory/memory.ts';
import { isPlanted, taskLimits } from '#shared/tasks/task.ts';
import { agents as domain } from '#workers/domains/agents/domain.ts';
import { createAgentStore } from '#workers/domains/agents/store.ts';
import { importMemories, undoImport } from '#workers/domains/memory/import-memories.ts';
import { openMcpWorld } from '#tests/fixtures/mcp/mcp-world.ts';

const file = readFileSync(new URL('../../../../../fixtures/kai/kai-settings.json', import.meta.url), 'utf8');
const secret = /kai-secret-token/;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function createWorld({ isLocked = false } = {}) {
  const { servers, store, database, registry, close } = await openMcpWorld();
  closers.push(close);
  const events: EngineEvent[] = [];
  const agents = createAgentStore(database);
  const api = domain.open({
    ...{ agents, database, changed: () => undefined },
    bus: { post: (event) => void events.push(event) },
    openRegistry: async () => registry,
    openMcp: async () => ({ servers, store }),
    actOnVault: async () => ({ state: isLocked ? 'locked' : 'unlocked' }),
  });
  const kai = await agents.save({ name: 'Kai', systemPrompt: '', tools: [] });
  const memories = async () => new Map((await database.getAll('memories')).map((each) => [each.key, each]));

  async function preview(given: unknown): Promise<AgentImport> {
    const answer = await api.import(typeof given === 'string' ? given : JSON.stringify(given));
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  }

  async function bring(given: unknown) {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    const answer = await api.importData(text, kai.id);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  }

  return { servers, store, database, agents, api, kai, events, memories, preview, bring };
}

type World = Awaited<ReturnType<typeof createWorld>>;

async function keep(world: World, ...entries: object[]): Promise<void> {
  await importMemories(JSON.stringify(entries), { ...world, changed: () => undefined });
}

async function leftOf(world: World, given: unknown): Promise<Record<string, string[]>> {
  const byReason: Record<string, string[]> = {};
  for (const { path, reason } of (await world.preview(given)).left) (byReason[reason] ??= []).push(path);
  return byReason;
}

const memory = (key: string, more: object = {}) => ({ key, content: `About ${key}.`, ...more });
const server = (name: string, more: object = {}) => ({
  id: name,
  name,
  url: `https://${name}.test/`,
  ...more,
});

describe('the preview of an export of Kai', () => {
  it('names memories and servers that would come in, and what stays behind; it saves nothing', async () => {
    const world = await createWorld();
    const found = await world.preview(file);
    expect(found.data).toEqual({
      memories: {
        added: { names: ['diet', 'home', 'backups', 'trains'], more: 0 },
        changed: { names: [], more: 0 },
        skipped: 0,
      },
      servers: [
        { name: 'Docs', url: 'https://docs.example/mcp', headers: ['Authorization'] },
        { name: 'Lamp', url: 'http://192.168.1.20:8080/mcp', headers: [] },
      ],
      tasks: { names: ['Morning news'], more: 0 },
    });
    const left = await leftOf(world, file);
    expect(left).toMatchObject({ heartbeat: ['heartbeat_prompt'] });
    expect(left).not.toHaveProperty('task');
    expect(JSON.stringify(found)).not.toMatch(secret);
    expect(await world.store.list()).toEqual([]);
    expect((await world.memories()).size).toBe(0);
    expect(await world.database.count('tasks')).toBe(0);
  });

  it('is absent where the file holds nothing but the agent', async () => {
    const world = await createWorld();
    expect(await world.preview({ soul_text: 'Hi.', agent_memories: [], mcp_servers: [] })).not.toHaveProperty(
      'data',
    );
    expect(await world.bring('{"name":"x","tools":[]}')).toEqual({
      ...{ servers: [], tasks: [], failed: [] },
    });
  });

  it('says which memories are replaced or here already', async () => {
    const world = await createWorld();
    await keep(
      world,
      { key: 'diet', content: 'Eats meat.' },
      { key: 'home', content: 'Lives in Lyon.', category: 'fact' },
    );
    expect((await world.preview(file)).data?.memories).toEqual({
      added: { names: ['backups', 'trains'], more: 0 },
      changed: { names: ['diet'], more: 0 },
      skipped: 1,
    });
  });
});

describe('memories of Kai', () => {
  it('come in with category, hits and dates, and say where they are from', async () => {
    const world = await createWorld();
    expect(await world.bring(file)).toMatchObject({ memories: { ok: true, value: { added: 4 } } });
    const kept = await world.memories();
    expect(kept.get('diet')).toMatchObject({
      ...{ content: 'Eats no meat.', category: 'preference', hits: 4 },
      ...{ created: 1_750_000_000_000, updated: 1_755_000_000_000 },
      origin: { by: 'file', app: 'kai' },
    });
    expect(kept.get('diet')).not.toHaveProperty('agent');
    expect(kept.get('home')).toMatchObject({ category: 'fact', hits: 1 });
    expect(kept.get('backups')).toMatchObject({ category: 'learning', hits: 2 });
    expect(kept.get('trains')).toMatchObject({ category: 'learning' });
    expect(world.events).toContainEqual(expect.objectContaining({ type: 'changed', kind: 'memory' }));
  });

  it('come in once, and replace those of the same key; undo brings back what was there', async () => {
    const world = await createWorld();
    await keep(world, { key: 'diet', content: 'Eats meat.' });
    const before = await world.memories();
    const { memories } = await world.bring(file);
    if (!memories?.ok) throw new Error('Nothing was imported.');
    expect(memories.value).toMatchObject({ added: 3, changed: 1 });
    expect((await world.memories()).get('diet')).toMatchObject({ content: 'Eats no meat.', hits: 4 });
    expect(await world.bring(file)).not.toHaveProperty('memories');
    const undone = await undoImport(memories.value.written, { ...world, changed: () => undefined });
    expect(undone).toEqual({ ok: true, value: 4 });
    expect(await world.memories()).toEqual(before);
  });

  it('that cannot be kept are named, and the rest comes in', async () => {
    const world = await createWorld();
    const long = 'x'.repeat(memoryLimits.contentCharacters + 1);
    const given = {
      agent_memories: [
        memory('good', { category: 'NEW', hitCount: 1e300, createdAt: -5, updatedAt: 'soon' }),
        memory('long', { content: long }),
        memory('empty', { content: '\u200b' }),
        memory('number', { content: 5 }),
        ...[null, 7, [], { content: 'No key.' }],
        JSON.parse('{"__proto__": {"key": "p", "content": "c"}}'),
        memory('late', { createdAt: 9e15, hitCount: -3 }),
      ],
    };
    expect(await leftOf(world, given)).toMatchObject({
      'memory-long': ['long'],
      'memory-invalid': [
        ...['empty', 'number', 'agent_memories[4]', 'agent_memories[5]', 'agent_memories[6]'],
        ...['agent_memories[7]', 'agent_memories[8]'],
      ],
    });
    await world.bring(given);
    const kept = await world.memories();
    expect([...kept.keys()].sort()).toEqual(['good', 'late']);
    const now = Date.now();
    for (const { created, updated, hits } of kept.values()) {
      expect(created).toBeGreaterThan(0);
      expect(updated).toBeLessThanOrEqual(now);
      expect(hits).toBeLessThan(memoryLimits.hitsForPromotion);
      expect(hits).toBeGreaterThanOrEqual(0);
    }
  });

  it('are no more than are kept here, with those that are here', async () => {
    const world = await createWorld();
    await keep(world, memory('mine'));
    const many = Array.from({ length: memoryLimits.memories + 700 }, (_, at) => memory(`k${at}`));
    const { data, left, more } = await world.preview({ tool_overrides: {}, agent_memories: many });
    expect((data?.memories.added.names.length ?? 0) + (data?.memories.added.more ?? 0)).toBe(
      memoryLimits.memories - 1,
    );
    expect(left.every(({ reason }) => reason === 'memory-limit')).toBe(true);
    expect(left.length + more).toBe(701);
    await world.bring({ agent_memories: many });
    expect(await world.database.count('memories')).toBe(memoryLimits.memories);
  });

  it('are no more than are kept here, however the file writes a key', async () => {
    const world = await createWorld();
    const many = Array.from({ length: memoryLimits.memories - 1 }, (_, at) => memory(`k${at}`));
    await keep(world, ...many);
    const given = { agent_memories: [memory('first'), memory('My Key'), memory('my-key'), memory('MY_KEY')] };
    const { data } = await world.preview({ tool_overrides: {}, ...given });
    expect(data?.memories.added).toEqual({ names: ['first'], more: 0 });
    expect((await leftOf(world, given))['memory-limit']).toEqual(['My Key', 'my-key', 'MY_KEY']);
    expect(await world.bring(given)).toMatchObject({ memories: { ok: true, value: { added: 1 } } });
  });

  it('are not offered for instructions before a run here reinforces them', async () => {
    const world = await createWorld();
    const lesson = memory('order', { category: 'LEARNING', hitCount: memoryLimits.hitsForPromotion });
    await world.bring({ agent_memories: [lesson] });
    const [kept] = (await world.memories()).values() as Iterable<Memory>;
    expect(kept && isPromotable(kept)).toBe(false);
    expect(kept && isPromotable({ ...kept, hits: kept.hits + 1 })).toBe(true);
  });

  it('pin nothing and hide nothing', async () => {
    const world = await createWorld();
    await world.bring({ agent_memories: [memory('order\u202e', { isPinned: true, isAccepted: true })] });
    const [kept] = (await world.memories()).values() as Iterable<Memory>;
    expect(kept).toMatchObject({ key: 'order' });
    expect(kept).not.toHaveProperty('isPinned');
    expect(kept).not.toHaveProperty('isAccepted');
  });
});

describe('tool servers of Kai', () => {
  it('come in switched off, for the new agent, with their headers in the vault', async () => {
    const world = await createWorld();
    const { servers, failed } = await world.bring(file);
    expect(failed).toEqual([]);
    const [docs, lamp] = await world.store.list();
    expect(docs).toMatchObject({ name: 'Docs', enabled: false, headers: ['Authorization'] });
    expect(docs?.sampling.isOn).toBe(false);
    expect(lamp).toMatchObject({ name: 'Lamp', enabled: false, headers: [] });
    expect(servers).toEqual([docs?.id, lamp?.id]);
    expect(docs && (await world.store.secrets(docs))).toMatchObject({
      headers: { Authorization: 'Bearer kai-secret-token' },
    });
    // The secret is bound to its address.
    expect(
      docs && (await world.store.secrets({ ...docs, url: 'https://evil.example/' }))?.headers,
    ).not.toEqual({ Authorization: 'Bearer kai-secret-token' });
    expect(world.servers.all().map(({ record }) => record.enabled)).toEqual([false, false]);
    expect(world.servers.find(servers[0] ?? (world.kai.id as never))).toMatchObject({
      error: { type: 'switched_off' },
    });
    expect((await world.agents.get(world.kai.id))?.tools).toEqual(['mcp__docs__*', 'mcp__lamp__*']);
    expect(JSON.stringify(await world.database.getAll('settings'))).not.toMatch(secret);
    expect(JSON.stringify(world.events)).not.toMatch(secret);
  });

  it('stay out where the address is here already or cannot be used, with the reason', async () => {
    const world = await createWorld();
    await world.bring(file);
    const given = {
      tool_overrides: {},
      mcp_servers: [
        server('Docs again', { url: 'https://docs.example/mcp#top' }),
        server('script', { url: 'javascript:alert(1)' }),
        server('password', { url: 'https://me:hunter2@a.test/' }),
        server('number', { url: 7 }),
        server('lines', { headers: { 'X-A\r\nHost': 'evil' } }),
        server('value', { headers: { 'X-A': 'a\r\nCookie: b' } }),
        server('cookie', { headers: { Cookie: 'a=b' } }),
        server('twice'),
        server('other', { url: 'https://twice.test' }),
        ...[null, 'https://text.test/', []],
        server('docs', { headers: 5 }),
        JSON.parse('{"name": "proto", "__proto__": {"url": "https://proto.test/"}}'),
      ],
    };
    const left = await leftOf(world, given);
    expect(left).toEqual({
      'server-known': ['Docs again', 'other'],
      'server-address': [
        ...['script', 'password', 'number'],
        ...['mcp_servers[9]', 'mcp_servers[10]', 'mcp_servers[11]', 'proto'],
      ],
      'server-headers': ['lines', 'value', 'cookie'],
    });
    const { data } = await world.preview(given);
    expect(data?.servers.map(({ name }) => name)).toEqual(['twice', 'docs 2']);
    expect(await world.bring(given)).toMatchObject({ failed: [] });
    expect((await world.store.list()).map(({ enabled }) => enabled)).toEqual([false, false, false, false]);
  });

  it('are no more than can be set up', async () => {
    const world = await createWorld();
    const many = Array.from({ length: 20_000 }, (_, at) => server(`s${at}`));
    const { data, left, more } = await world.preview({ tool_overrides: {}, mcp_servers: many });
    expect(data?.servers).toHaveLength(mcpLimits.servers);
    expect(left.length + more).toBe(20_000 - mcpLimits.servers);
  });

  it('are read up to twice the limit, and the rest is counted', async () => {
    const world = await createWorld();
    const many = [...Array.from({ length: 2 * mcpLimits.servers }, () => 1), server('late')];
    const { data, left, more } = await world.preview({ tool_overrides: {}, mcp_servers: many });
    expect(data).toBeUndefined();
    expect(left.length + more).toBe(many.length);
  });

  it('stay out where the address or the headers are longer than any', async () => {
    const world = await createWorld();
    const long = (characters: number) => 'x'.repeat(characters);
    const headers = Object.fromEntries(
      Array.from({ length: mcpLimits.headers + 1 }, (_, at) => [`X-${at}`, 'a']),
    );
    const given = {
      tool_overrides: {},
      mcp_servers: [
        server('address', { url: `https://a.test/${long(mcpLimits.addressCharacters)}` }),
        server('value', { headers: { 'X-A': long(mcpLimits.headerCharacters) } }),
        server('name', { headers: { [long(mcpLimits.headerCharacters)]: 'a' } }),
        server('many', { headers }),
      ],
    };
    expect(await leftOf(world, given)).toEqual({
      'server-address': ['address'],
      'server-headers': ['value', 'name', 'many'],
    });
    expect(await world.bring(given)).toMatchObject({ servers: [] });
  });

  it('with headers wait for the passphrase where the keys are locked, and memories with them', async () => {
    const world = await createWorld({ isLocked: true });
    const answer = await world.api.importData(file, world.kai.id);
    expect(answer).toMatchObject({ ok: false, error: { fault: 'locked' } });
    expect(await world.store.list()).toEqual([]);
    expect((await world.memories()).size).toBe(0);
    const bare = { tool_overrides: {}, mcp_servers: [server('bare')] };
    expect(await world.bring(bare)).toMatchObject({ servers: [expect.any(String)], failed: [] });
  });
});

describe('tasks of Kai', () => {
  const day = 86_400_000;
  const task = (description: string, more: object = {}) => ({
    ...{ id: description, description, prompt: `Do ${description}.`, scheduledAtEpochMs: 0 },
    ...{ createdAtEpochMs: 1_750_000_000_000, cron: null, status: 'PENDING', ...more },
  });
  const exportOf = (...tasks: unknown[]) => ({ tool_overrides: {}, scheduled_tasks: tasks });

  it('wait for the user, with their words and times, and run as the imported agent', async () => {
    const world = await createWorld();
    const later = Date.now() + 30 * day;
    const given = exportOf(
      task('news', { cron: '0 7 * * 1-5', trigger: 'CRON' }),
      task('old', { cron: '30 6 * * *' }),
      task('call', { scheduledAtEpochMs: later, trigger: 'TIME' }),
      task('greet', { trigger: 'HEARTBEAT' }),
    );
    expect((await world.preview(given)).data?.tasks).toEqual({
      ...{ names: ['news', 'old', 'call', 'greet'], more: 0 },
    });
    const { tasks: ids } = await world.bring(given);
    const kept = await world.database.getAll('tasks');
    expect(new Set(ids)).toEqual(new Set(kept.map(({ id }) => id)));
    const byName = new Map(kept.map((each) => [each.name, each]));
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(byName.get('news')?.schedule).toEqual({ type: 'cron', cron: '0 7 * * 1-5', timeZone });
    expect(byName.get('old')?.schedule).toMatchObject({ type: 'cron', cron: '30 6 * * *' });
    expect(byName.get('call')?.schedule).toEqual({ type: 'once', at: later });
    expect(byName.get('greet')?.schedule).toEqual({ type: 'heartbeat' });
    for (const each of kept) {
      expect(each).toMatchObject({ isPaused: true, isWaiting: true, agent: world.kai.id });
      expect(each.prompt).toBe(`Do ${each.name}.`);
      expect(isPlanted(each)).toBe(true);
    }
    expect(world.events).toContainEqual({ type: 'changed', kind: 'tasks', ids: [ids[0]] });
    // Importing again adds nothing.
    expect((await world.preview(given)).data).toBeUndefined();
    expect(await world.bring(given)).toMatchObject({ tasks: [] });
  });

  it('are left behind, by name, where they would run at other times or not at all; what is done is not', async () => {
    const world = await createWorld();
    const given = exportOf(
      task('past', { scheduledAtEpochMs: 1_750_000_000_000, trigger: 'TIME' }),
      task('friday the 13th', { cron: '0 7 13 * 5', trigger: 'CRON' }),
      task('never', { cron: '0 7 31 2 *', trigger: 'CRON' }),
      task('broken', { cron: 'each day' }),
      task('far', { scheduledAtEpochMs: 1e300 }),
      task('silent', { cron: '0 7 * * *', prompt: '' }),
      task('wordless', { cron: '0 7 * * *', prompt: 7 }),
      task('done', { scheduledAtEpochMs: 1_750_000_000_000, status: 'COMPLETED' }),
      'text',
    );
    const { task: names = [], ...others } = await leftOf(world, given);
    expect(others).toEqual({});
    expect(names.toSorted()).toEqual([
      'broken',
      'far',
      'friday the 13th',
      'never',
      'past',
      'silent',
      'text',
      'wordless',
    ]);
    expect(await world.bring(given)).toMatchObject({ tasks: [] });
  });

  it('come in as long as there is room for tasks that wait', async () => {
    const world = await createWorld();
    const many = Array.from({ length: taskLimits.waiting + 2 }, (_, at) =>
      task(`t${at}`, { cron: '0 7 * * *' }),
    );
    const { data, left } = await world.preview(exportOf(...many));
    expect(data?.tasks.names).toHaveLength(taskLimits.waiting);
    expect(left.map(({ path }) => path)).toEqual([`t${taskLimits.waiting}`, `t${taskLimits.waiting + 1}`]);
    expect((await world.bring(exportOf(...many))).tasks).toHaveLength(taskLimits.waiting);
  });
});

describe('any export', () => {
  const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.double(), fc.constant(null));
  const value = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 3 }),
    fc.dictionary(fc.string(), leaf, { maxKeys: 3 }),
  );
  const entry = fc.oneof(
    value,
    fc.dictionary(
      fc.constantFrom(
        'key',
        'content',
        'name',
        'url',
        'headers',
        'category',
        'hitCount',
        'createdAt',
        ...['description', 'prompt', 'cron', 'trigger', 'status', 'scheduledAtEpochMs'],
        '__proto__',
      ),
      fc.oneof(
        value,
        fc.webUrl(),
        fc.constantFrom('http://127.0.0.1/', 'file:///etc/passwd', '0 7 * * *', 'HEARTBEAT'),
      ),
    ),
  );
  const section = fc.oneof(value, fc.array(entry, { maxLength: 6 }));

  it('gets a preview that keeps its bounds, and saves what it has shown', async () => {
    const world = await createWorld();
    await fc.assert(
      fc.asyncProperty(section, section, section, async (memories, servers, tasks) => {
        const given = {
          ...{ soul_text: 'x', agent_memories: memories, mcp_servers: servers },
          ...{ scheduled_tasks: tasks, heartbeat_prompt: tasks },
        };
        const { data, left } = await world.preview(given);
        structuredClone(left);
        for (const { path } of left) expect(findInvisible(path)).toBeUndefined();
        const { added, changed } = data?.memories ?? {};
        const brought = await world.bring(given);
        expect(brought.failed).toEqual([]);
        expect(brought.servers).toHaveLength(data?.servers.length ?? 0);
        expect(brought.tasks).toHaveLength(data?.tasks.names.length ?? 0);
        for (const name of data?.tasks.names ?? []) expect(findInvisible(name)).toBeUndefined();
        expect(brought.memories?.ok ? brought.memories.value : { added: 0, changed: 0 }).toMatchObject({
          ...{ added: added?.names.length ?? 0, changed: changed?.names.length ?? 0 },
        });
      }),
      { numRuns: 60 },
    );
  });
});
