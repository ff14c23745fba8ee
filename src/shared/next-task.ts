/** Splits long work into tasks, so that the page can respond between them. */

/**
 * Runs `work` in a new task as soon as possible, also in a hidden tab. Returns a function that
 * cancels it.
 */
export function nextTask(work: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
  return () => port1.close();
}
