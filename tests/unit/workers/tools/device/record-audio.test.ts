/** What the model is told about a recording, also if it ended early. */
import { expect, it } from 'vitest';
import type { DeviceOutcome } from '#shared/tools/device-action.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { recordAudio } from '#workers/tools/device/record-audio.ts';

async function record(outcome: Partial<DeviceOutcome>): Promise<string> {
  const files = {
    stat: (path: string) => Promise.reject(new ToolError('file_not_found', path)),
    write: async () => undefined,
  };
  const file = new File(['sound'], 'recording', { type: 'audio/webm;codecs=opus' });
  const device = { ask: async () => ({ did: 'captured', file, ...outcome }) };
  return JSON.stringify(await recordAudio.execute({ most_seconds: 30 }, { device, files }));
}

it('says where it was saved', async () => {
  const text = await record({});
  expect(text).toMatch(/recorded 5 bytes of sound, saved as recordings\/recording-.*\.webm\./);
  expect(text).not.toContain('early');
});

it.each([
  ['hidden', /ended early, after 12 of 30 seconds, because OneClaw went out of sight/],
  ['device', /ended early, after 12 of 30 seconds, because the microphone gave no more sound/],
] as const)('says that it ended early: %s', async (why, pattern) => {
  expect(await record({ did: 'captured', endedEarly: { seconds: 12, why } })).toMatch(pattern);
});
