/** Starts the workers of the bench and passes their figures to the runner. */
import { wrap } from 'comlink';
import { trustedScriptUrl } from '#shared/trusted-url.ts';
import chainFloorUrl from './chain-floor.ts?worker&url';
import workerUrl from './worker.ts?worker&url';

type ChainFloor = { run(url: string): Promise<{ ms: number; steps: number }> };

declare global {
  interface Window {
    figures(): Promise<unknown>;
    chainFloor: { run(url: string): Promise<{ ms: number; steps: number }> };
  }
}

window.figures = () =>
  new Promise((resolve, reject) => {
    const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  });

let chainFloor: ReturnType<typeof wrap<ChainFloor>> | undefined;
window.chainFloor = {
  run(url) {
    chainFloor ??= wrap<ChainFloor>(new Worker(trustedScriptUrl(chainFloorUrl), { type: 'module' }));
    return chainFloor.run(url);
  },
};
