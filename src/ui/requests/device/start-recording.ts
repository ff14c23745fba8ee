/** Records the microphone, and reports why the recording ended. */
import type { EndedEarly } from '#shared/tools/device-action.ts';

export type Recorded = { file: File; endedEarly?: EndedEarly };

export type Recording = {
  /** Ends the recording at the wish of the user. */
  stop(): void;
  /** Ends the recording without a result. */
  discard(): void;
};

/**
 * The recording also ends when the page is hidden or the microphone is unplugged: both take the microphone
 * away.
 */
export function startRecording(stream: MediaStream, onEnd: (recorded: Recorded) => void): Recording {
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  const startedAt = performance.now();
  let isWanted = false;
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    const { mimeType: type } = recorder;
    const file = new File(parts, 'recording', { type });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const why = document.hidden ? 'hidden' : 'device';
    onEnd(isWanted ? { file } : { file, endedEarly: { seconds, why } });
  };
  recorder.start();
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return {
    stop() {
      isWanted = true;
      end();
    },
    discard() {
      recorder.onstop = null;
      end();
    },
  };
}
