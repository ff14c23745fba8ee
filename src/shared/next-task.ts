/** Divides long work into tasks, between which the page answers. */

/** Runs `work` in a task of its own, soon, also in a hidden tab. Returns what cancels it. */
export function nextTask(work: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
  return () => port1.close();
}
