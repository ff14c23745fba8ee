/** Keeps the screen on during runs, if the user wants that. */
import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { readLocal, writeLocal } from '../base/local-store.ts';

export type WakeLock = { isSupported: boolean; isOn: Signal<boolean> };

const key = 'keep-awake';

export function createWakeLock(running: ReadonlySignal<ReadonlySet<unknown>>): WakeLock {
  const isSupported = 'wakeLock' in navigator;
  const isOn = signal(readLocal(key) !== null);
  const isWanted = computed(() => isSupported && isOn.value && running.value.size > 0);
  effect(() => writeLocal(key, isOn.value ? 'on' : null));
  effect(() => {
    if (!isWanted.value) return undefined;
    // Loaded at first use: most pages never need it.
    const held = import('#src/page-services/wake-lock.ts').then(({ holdWakeLock }) => holdWakeLock());
    return () => void held.then((release) => release());
  });
  return { isSupported, isOn };
}
