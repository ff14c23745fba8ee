/** The clock of the scheduler, which tests can shift; only in builds made with `--mode test`. */
import { receiveValidated } from '#shared/rpc/validated-channel.ts';

const file = 'test-clock';

/**
 * The offset is read from OPFS, so that a reload and other tabs have the same time. `onChange` is called when
 * a test sets it.
 */
export async function openTestClock(onChange: () => void): Promise<() => number> {
  const root = await navigator.storage.getDirectory();
  let offset = await read(root);
  const isMilliseconds = (data: unknown): data is number => typeof data === 'number';
  receiveValidated(new BroadcastChannel('oneclaw-test-clock'), isMilliseconds, (milliseconds) => {
    offset = milliseconds;
    onChange();
  });
  return () => Date.now() + offset;
}

async function read(root: FileSystemDirectoryHandle): Promise<number> {
  const handle = await root.getFileHandle(file, { create: true });
  return Number(await (await handle.getFile()).text());
}
