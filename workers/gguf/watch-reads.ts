/** Reports how many bytes of a file were read, because wllama reports no progress for local files. */

export function watchReads(file: File, onRead: (bytes: number) => void): File {
  let furthest = 0;
  const slice = file.slice.bind(file);
  Object.defineProperty(file, 'slice', {
    value: (start?: number, end: number = file.size, type?: string): Blob => {
      const reached = Math.min(end, file.size);
      if (reached > furthest) onRead((furthest = reached));
      return slice(start, end, type);
    },
  });
  return file;
}
