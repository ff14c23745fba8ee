/** Names of tools as models write them, and answers to a name that is none. */
import { expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { readReply } from '#workers/agent/reply.ts';
import type { StepEvent } from '#workers/agent/step-event.ts';

it.each<[source: string, written: string, name: string]>([
  ['tontinton/maki#518', 'functions.bash', 'execute_shell_command'],
  ['google-gemini/cookbook#1374', 'default_api.read_file', 'read_file'],
  ['google-gemini/cookbook#1374', 'paloma.booking_request_lookup', 'booking_request_lookup'],
  ['mastra-ai/mastra#12895', 'creating:view', 'view'],
  ['own', 'google:tool:read_file', 'read_file'],
  ['own', 'mcp__a__b', 'mcp__a__b'],
  ['own', 'print(default_api.look())', 'print(default_api.look())'],
])('%s: %s', async (_, written, name) => {
  async function* stream(): AsyncIterable<StepEvent> {
    yield { type: 'call', id: 'a', name: written, arguments: {} };
  }
  const { calls } = await readReply(stream(), {
    deps: { emit: () => undefined, newCallId: () => newId('call') },
    ...{ history: [], signal: new AbortController().signal },
    ...{ onCall: () => undefined, onRestart: () => undefined },
  });
  expect(calls).toMatchObject([{ name }]);
});
