/** In a run that is resumed after a kill, calls of one reply that touch the same file keep their order. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { callsWithResults } from '#shared/conversation/message.ts';
import type { JsonObject } from '#shared/json.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { resumeRun } from '#workers/domains/runs/resume-runs.ts';
import { startRun } from '#workers/domains/runs/start-run.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import type { Reply } from '#tests/fixtures/model-servers/chat-reply.ts';
import { run, session } from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';

const write = (path: string, content: string, mode = 'overwrite') => ({
  ...{ name: 'write_file', arguments: { path, content, mode } },
});
const calls = [
  write('notes/a.txt', 'one '),
  write('notes/a.txt', 'two ', 'append'),
  { name: 'read_file', arguments: { path: 'notes/a.txt' } },
  write('other.txt', 'beside'),
  { name: 'move_file', arguments: { path: 'notes', to: 'old' } },
  write('old/a.txt', 'three', 'append'),
  { name: 'read_file', arguments: { path: 'old/a.txt' } },
].map((call, at) => ({ ...call, id: `c${at}` }));
const script: Reply[] = [{ text: 'At once.', calls }, { text: 'Done.' }];
const byStep = (messages: readonly { role: string }[]) =>
  script[messages.filter(({ role }) => role === 'assistant').length] ?? { text: 'Too many requests.' };

type Files = Map<string, string>;

/** Executes a tool synchronously; arguments are JSON, hence `String`. */
function act(files: Files, name: string, values: JsonObject): string {
  const [path, to] = [String(values['path']), String(values['to'])];
  if (name === 'read_file') return files.get(path) ?? 'There is no such file.';
  if (name === 'move_file') {
    for (const [from, content] of [...files])
      if (from.startsWith(`${path}/`)) {
        files.delete(from);
        files.set(from.replace(path, to), content);
      }
    return 'moved';
  }
  const before = values['mode'] === 'append' ? (files.get(path) ?? '') : '';
  files.set(path, before + String(values['content']));
  return 'written';
}

/** Earlier calls take longer before they have an effect, so that a race would be detected. */
function openWorld(files: Files, onBegin: (id: string) => void = () => undefined) {
  const world = createRunWorld({ reply: byStep });
  const executed: { id: string; result: string }[] = [];
  const announced = new Map<string, AbortController>();
  world.deps.registry = createRegistry(definitions);
  world.deps.executor = {
    announce(id) {
      const own = new AbortController();
      announced.set(id, own);
      return { cancelled: own.signal, end: () => void announced.delete(id) };
    },
    cancel(id) {
      announced.get(id)?.abort();
      return announced.has(id);
    },
    async execute({ id, name, arguments: given }, { onStart }) {
      onStart();
      onBegin(id);
      const at = calls.findIndex((call) => call.id === id);
      for (let turns = 20 * (calls.length - at); turns > 0; turns--) await Promise.resolve();
      const result = act(files, name, given as JsonObject);
      executed.push({ id, result });
      return { result: { status: 'success', result } satisfies ToolResult, duration_ms: 1 };
    },
  };
  return { world, executed };
}

const live = () => ({ session, abort: new AbortController() });
const encode = (events: readonly SessionEvent[]) =>
  new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''));

/** Records a whole run: its journal, and the files at each of its events. */
async function recordRun(): Promise<{ events: SessionEvent[]; filesAt: Files[] }> {
  const files: Files = new Map();
  const filesAt: Files[] = [];
  const { world } = openWorld(files);
  const { bus } = world.deps;
  world.deps.bus = {
    post(event) {
      filesAt.push(...('seq' in event ? [new Map(files)] : []));
      bus.post(event);
    },
    postAll(list) {
      filesAt.push(...list.flatMap((event) => ('seq' in event ? [new Map(files)] : [])));
      bus.postAll(list);
    },
  };
  await startRun({ input: { session, text: 'Go', media: [] }, run }, live(), world.deps);
  expect(files).toEqual(
    new Map([
      ['other.txt', 'beside'],
      ['old/a.txt', 'one two three'],
    ]),
  );
  return { events: world.runEvents(), filesAt };
}

describe('a run that is killed among calls that touch the same file', () => {
  it.each(['repeat', 'skip'] as const)('keeps their order from every event (%s)', async (choice) => {
    const { events, filesAt } = await recordRun();
    expect(filesAt).toHaveLength(events.length);
    for (let count = 1; count <= events.length; count++) {
      const found = new Map(filesAt[count - 1]);
      const files = new Map(found);
      const { world, executed } = openWorld(files);
      await world.leave(encode(events.slice(0, count)));
      let report = await resumeRun(run, {}, live(), world.deps);
      if (report?.outcome.type === 'waiting')
        report = await resumeRun(run, { calls: choice }, live(), world.deps);
      expect(report?.outcome).toEqual({ type: 'completed' });

      // Expected: as if the calls after the kill had run one by one, in the order of the reply.
      const ran = calls.filter(({ id }) => executed.some((each) => each.id === id));
      const inOrder = ran.map(({ id, name, arguments: values }) => ({
        id,
        result: act(found, name, values),
      }));
      expect(executed.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(inOrder);
      expect(files).toEqual(found);
      for (const stored of world.stored.messages.values())
        expect(stored.parts.filter(({ type }) => type === 'result')).toHaveLength(
          callsWithResults(stored).length,
        );
    }
  });

  it('lets the user cancel one that waits', async () => {
    const { events } = await recordRun();
    const replyEnd = events.findIndex(({ type }) => type === 'reply-end');
    const files: Files = new Map();
    const { world, executed } = openWorld(files, (id) => {
      if (id === 'c0') world.deps.executor.cancel(asId<'call'>('c1'), session);
    });
    await world.leave(encode(events.slice(0, replyEnd + 1)));
    await resumeRun(run, {}, live(), world.deps);
    expect(executed.map(({ id }) => id)).not.toContain('c1');
    expect(files.get('old/a.txt')).toBe('one three');
    const parts = [...world.stored.messages.values()].flatMap((stored) => stored.parts);
    const ends = parts.filter((part) => part.type === 'result' && part.call === 'c1');
    expect(ends).toMatchObject([{ result: { status: 'error', error_type: 'cancelled' } }]);
  });
});
