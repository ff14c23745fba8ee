/** Files dropped anywhere on the page go with the message; without this the browser would open them in place of the app. */

/** `report` tells whether files hang over the page. */
export function watchFileDrop(
  add: (files: Iterable<File>) => void,
  report: (isOver: boolean) => void,
  signal: AbortSignal,
): void {
  const listen = (type: 'dragover' | 'dragleave' | 'drop', then: (event: DragEvent) => void) =>
    addEventListener(
      type,
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        then(event);
      },
      { signal },
    );
  listen('dragover', () => report(true));
  // Without a target the pointer has left the window; otherwise it only went on to another element.
  listen('dragleave', ({ relatedTarget }) => report(relatedTarget !== null));
  listen('drop', ({ dataTransfer }) => {
    report(false);
    add(dataTransfer?.files ?? []);
  });
}
