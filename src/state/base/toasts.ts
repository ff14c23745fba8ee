/** Toasts: short notices about failures and about actions that can be undone. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { TextParameters } from '#shared/text/index.ts';
import { t } from '../text/text.ts';
import type { KeyOf } from '#shared/text/index.ts';

type Toast = {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
  /** It stays until it is dismissed, so pages leave room for it. */
  isLasting: boolean;
};

export type Toasts = {
  list: ReadonlySignal<readonly Toast[]>;
  /** Returns the id for `dismiss`. With `Infinity` milliseconds it stays until then. */
  show(text: string, action?: Toast['action'], milliseconds?: number): number;
  dismiss(id: number): void;
  /**
   * Keeps the toast under the pointer or with the focus. Without an id, every toast goes when its
   * time is over.
   */
  hold(id?: number): void;
  /** Awaits a call to the engine; a rejection becomes a toast and `undefined`. */
  attempt<T>(work: Promise<T>, failure?: KeyOf<'core'>, parameters?: TextParameters): Promise<T | undefined>;
};

const readingTime = 6_000;
/** For a toast with an action: time to read it, to decide and to reach the button. */
const actingTime = 10_000;

export function createToasts(): Toasts {
  const list = signal<readonly Toast[]>([]);
  let lastId = 0;
  let held: number | undefined;

  function show(
    text: string,
    action?: Toast['action'],
    milliseconds = action ? actingTime : readingTime,
  ): number {
    const id = ++lastId;
    const others = list.value.filter((toast) => toast.text !== text);
    const isLasting = milliseconds === Infinity;
    const passing = others.filter((each) => !each.isLasting).slice(-2);
    const stays = others.filter((each) => each.isLasting);
    list.value = [...stays, ...passing, { id, text, isLasting, ...(action && { action }) }];
    if (!isLasting) dismissAfter(id, milliseconds);
    return id;
  }

  function dismissAfter(id: number, milliseconds: number): void {
    setTimeout(() => (id === held ? dismissAfter(id, readingTime) : dismiss(id)), milliseconds);
  }

  function dismiss(id: number): void {
    list.value = list.value.filter((toast) => toast.id !== id);
  }

  async function attempt<T>(
    work: Promise<T>,
    failure: KeyOf<'core'> = 'problem.call-failed',
    parameters?: TextParameters,
  ) {
    try {
      return await work;
    } catch (error) {
      console.error(error);
      const engineDied = error instanceof Error && error.name === 'EngineDiedError';
      show(engineDied ? t('problem.engine-restarted') : t(failure, parameters));
      return undefined;
    }
  }

  return { list, show, dismiss, hold: (id) => (held = id), attempt };
}
