/** An object URL for the bytes of a file while the component is mounted. */
import { useEffect, useState } from 'preact/hooks';

export function useFileUrl(blob: Blob, type: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    // The type decides how it is shown; OPFS only guesses it.
    const made = URL.createObjectURL(blob.slice(0, blob.size, type));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob, type]);
  return url;
}
