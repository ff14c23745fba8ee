/** Asks open tabs to check for due tasks: a tab that the system has frozen is listed but runs no timers. */

/** Milliseconds; a background tab needs less to answer. */
const answerMs = 5_000;

export type Wait = (milliseconds: number) => Promise<void>;

const waitFor: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether any tab has answered. */
export async function isAnyAwake(tabs: readonly Client[], wait: Wait = waitFor): Promise<boolean> {
  if (tabs.length === 0) return false;
  const channels = tabs.map(() => new MessageChannel());
  const answers = channels.map(
    ({ port1 }) => new Promise<true>((resolve) => (port1.onmessage = () => resolve(true))),
  );
  for (const [place, { port2 }] of channels.entries()) tabs[place]?.postMessage({ type: 'CHECK' }, [port2]);
  const late = wait(answerMs).then(() => false);
  const isAwake = await Promise.race([...answers, late]);
  for (const { port1 } of channels) port1.close();
  return isAwake;
}
