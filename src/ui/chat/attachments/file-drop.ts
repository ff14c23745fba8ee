/** Files dropped anywhere on the page are attached; without this the browser would navigate to them. */

/** `report`: whether files are being dragged over the page. */
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
  // No related target: the pointer left the window. Otherwise it moved to another element.
  listen('dragleave', ({ relatedTarget }) => report(relatedTarget !== null));
  listen('drop', ({ dataTransfer }) => {
    report(false);
    add(dataTransfer?.files ?? []);
  });
}
