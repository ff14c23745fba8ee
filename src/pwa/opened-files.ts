/** Files that the operating system opens with the installed app (File Handling API). */

/** Chromium only, and not in the DOM types. */
type LaunchQueue = {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
};

export function followOpenedFiles(
  onFiles: (files: File[]) => void,
  onFailure: (error: unknown) => void,
): void {
  const queue: unknown = Reflect.get(window, 'launchQueue');
  if (!isLaunchQueue(queue)) return;
  queue.setConsumer(({ files = [] }) => {
    if (files.length > 0) Promise.all(files.map((handle) => handle.getFile())).then(onFiles, onFailure);
  });
}

function isLaunchQueue(value: unknown): value is LaunchQueue {
  return typeof value === 'object' && value !== null && 'setConsumer' in value;
}
