/** The current time, updated ten times a second while active. */
import { useEffect, useState } from 'preact/hooks';

const tickMs = 100;

export function useNow(isActive: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isActive) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isActive]);
  return now;
}
