/** Runs jobs in the renderer one by one; terminates it when a job exceeds its deadline. */
import type {
  RenderJob,
  RenderJobs,
  RenderReply,
  RenderRequest,
} from '#shared/rendering/renderer-protocol.ts';

/** The interface of a worker that the queue needs. */
export type RendererWorker = {
  postMessage(request: RenderRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<RenderReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

type Output = RenderJobs[keyof RenderJobs]['output'];

type RenderResult = {
  /** Null: not done in time, or nothing to show. The text is then shown unchanged. */
  output: Output;
  /** Milliseconds that the job ran; the deadline if it was terminated. */
  took: number;
};

type RenderOptions = {
  /** Called when the job begins; loading its code does not count. At 0 the job is skipped. */
  deadlineMs(): number;
  signal: AbortSignal;
};

/** Never rejects. */
export type RenderQueue = (job: RenderJob, options: RenderOptions) => Promise<RenderResult>;

/** Timeout for loading the code of a job, in milliseconds; offline it may never load. */
const loadMs = 20_000;

export function createRenderQueue(spawn: () => RendererWorker, now = () => performance.now()): RenderQueue {
  let worker: RendererWorker | null = null;
  let lastId = 0;
  let last: Promise<unknown> = Promise.resolve();

  function stop(): void {
    worker?.terminate();
    worker = null;
  }

  function runNow(request: RenderRequest, deadlineMs: number): Promise<RenderResult> {
    return new Promise((resolve) => {
      let began = now();
      const current = (worker ??= spawn());
      const finish = (output: Output) => {
        clearTimeout(timer);
        resolve({ output, took: now() - began });
      };
      const kill = () => {
        stop();
        finish(null);
      };
      let timer = setTimeout(kill, loadMs);
      current.onerror = kill;
      current.onmessage = ({ data }) => {
        if (data.id !== request.id) return;
        if (data.state === 'finished') return finish(data.output);
        if (data.state === 'failed') return finish(null);
        began = now();
        clearTimeout(timer);
        timer = setTimeout(kill, deadlineMs);
      };
      current.postMessage(request);
    });
  }

  async function runSafely(job: RenderJob, { deadlineMs, signal }: RenderOptions): Promise<RenderResult> {
    const most = deadlineMs();
    if (signal.aborted || most <= 0) return { output: null, took: 0 };
    try {
      return await runNow({ id: ++lastId, job }, most);
    } catch (error) {
      // No worker could be started.
      console.warn(error);
      return { output: null, took: 0 };
    }
  }

  return (job, options) => {
    const result = last.then(() => runSafely(job, options));
    last = result;
    return result;
  };
}
