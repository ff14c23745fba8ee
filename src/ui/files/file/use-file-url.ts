/** An address for the bytes of a file while the view is there. */
import { useEffect, useState } from 'preact/hooks';

export function useFileUrl(blob: Blob, type: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    // The type decides how it is shown, and private storage guesses it.
    const made = URL.createObjectURL(blob.slice(0, blob.size, type));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob, type]);
  return url;
}
