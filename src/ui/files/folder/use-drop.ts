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
  // Entering a child comes before leaving its parent.
  const depth = useSignal(0);
  const brings = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  return {
    isOver: depth.value > 0,
    onDragEnter(event) {
      if (brings(event)) depth.value++;
    },
    onDragOver(event) {
      // Else the browser would leave the app for the file.
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
