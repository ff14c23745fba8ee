/** Opens the browser's own dialog for files, photos or the camera. */

export type FileKind = 'images' | 'camera' | 'files';

/** Empty if the user cancelled. Needs user activation: call it right after a tap. */
export function pickFiles(kind: FileKind): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = kind !== 'camera';
  input.hidden = true;
  if (kind !== 'files') input.accept = 'image/*';
  if (kind === 'camera') input.capture = 'environment';
  // Some browsers garbage-collect a detached input before the user has chosen.
  document.body.append(input);
  return new Promise<File[]>((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  }).finally(() => input.remove());
}
