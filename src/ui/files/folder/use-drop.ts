/** Files dropped onto a part of the page. */
import { useSignal } from '@preact/signals';

type Drop = {
  isOver: boolean;
  onDragEnter: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDragLeave: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
};

export function useDrop(onFiles: (files: File[]) => void): Drop {
  // `dragenter` of a child fires before `dragleave` of its parent, so the depth is counted.
  const depth = useSignal(0);
  const brings = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  return {
    isOver: depth.value > 0,
    onDragEnter(event) {
      if (brings(event)) depth.value++;
    },
    onDragOver(event) {
      // Without this the browser would navigate to the file.
      if (brings(event)) event.preventDefault();
    },
    onDragLeave(event) {
      if (brings(event)) depth.value = Math.max(0, depth.value - 1);
    },
    onDrop(event) {
      if (!brings(event)) return;
      event.preventDefault();
      depth.value = 0;
      onFiles([...(event.dataTransfer?.files ?? [])]);
    },
  };
}
