/**
 * A recording that the user ends is complete; one that the browser ends reports its duration and the reason.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startRecording, type Recorded } from '#src/ui/requests/device/start-recording.ts';

class FakeRecorder {
  /** Tests end the last recorder in the same way as the browser. */
  static readonly made: FakeRecorder[] = [];
  mimeType = 'audio/webm';
  state = 'inactive';
  ondataavailable: (event: { data: Blob }) => void = () => undefined;
  onstop: (() => void) | null = null;
  constructor() {
    FakeRecorder.made.push(this);
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.ondataavailable({ data: new Blob(['sound']) });
    this.onstop?.();
  }
}

let now = 1_000;
const page = { hidden: false };
beforeEach(() => {
  page.hidden = false;
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('document', page);
  vi.stubGlobal('performance', { now: () => now });
});
afterEach(() => void vi.unstubAllGlobals());

function record() {
  const ended: Recorded[] = [];
  const recording = startRecording({} as MediaStream, (recorded) => ended.push(recorded));
  return { recording, ended };
}

it('is complete if the user ends it', async () => {
  const { recording, ended } = record();
  now += 4_000;
  recording.stop();
  recording.stop();
  expect(ended).toHaveLength(1);
  expect(ended[0]).not.toHaveProperty('endedEarly');
  expect(await ended[0]?.file.text()).toBe('sound');
});

it.each([
  [true, 'hidden'],
  [false, 'device'],
])('says why the browser ended it: hidden %s', (hidden, why) => {
  const { ended } = record();
  now += 12_400;
  page.hidden = hidden;
  FakeRecorder.made.at(-1)?.stop();
  expect(ended).toMatchObject([{ endedEarly: { seconds: 12, why } }]);
});

it('has no result if it is discarded', () => {
  const { recording, ended } = record();
  recording.discard();
  expect(FakeRecorder.made.at(-1)?.state).toBe('inactive');
  expect(ended).toEqual([]);
});
