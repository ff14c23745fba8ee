/** Keeps the screen on while runs go on, where the user wants that. */
import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { readLocal, writeLocal } from '../base/local-store.ts';

export type Awake = { isSupported: boolean; isOn: Signal<boolean> };

const key = 'keep-awake';

export function createAwake(running: ReadonlySignal<ReadonlySet<unknown>>): Awake {
  const isSupported = 'wakeLock' in navigator;
  const isOn = signal(readLocal(key) !== null);
  const isWanted = computed(() => isSupported && isOn.value && running.value.size > 0);
  effect(() => writeLocal(key, isOn.value ? 'on' : null));
  effect(() => {
    if (!isWanted.value) return undefined;
    // Fetched with the first run that wants it: most pages never do.
    const held = import('#src/page-services/wake-lock.ts').then(({ holdWakeLock }) => holdWakeLock());
    return () => void held.then((release) => release());
  });
  return { isSupported, isOn };
}
