/** Starts the bench worker and hands its figures to the runner. */
import { trustedScriptUrl } from '#shared/trusted-url.ts';
import workerUrl from './worker.ts?worker&url';

const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });

declare global {
  interface Window {
    figures: Promise<unknown>;
  }
}

window.figures = new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => reject(new Error(event.message));
});
