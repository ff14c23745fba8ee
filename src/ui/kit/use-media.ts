/** `matchMedia` as a hook. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  const matches = useSignal(media.matches);
  useEffect(() => {
    const follow = () => void (matches.value = media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [media]);
  return matches.value;
}
