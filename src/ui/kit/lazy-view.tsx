/** A view with code and texts that load when it is first shown, so that they do not delay the first paint. */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadTexts, t } from '#src/state/text/text.ts';
import type { LazyPart } from '../../shared/text/index.ts';

/** `fetch` preloads the code. */
export type LazyView<Props> = FunctionComponent<Props> & { fetch(): void };

export function createLazyView<Props extends object = object>(
  load: () => Promise<FunctionComponent<Props>>,
  parts: readonly LazyPart[] = [],
): LazyView<Props> {
  const view = signal<FunctionComponent<Props> | null>(null);
  const failed = signal(false);

  function fetchView(): void {
    if (view.value) return;
    failed.value = false;
    Promise.all([load(), loadTexts(...parts)]).then(
      ([component]) => (view.value = component),
      (error: unknown) => {
        console.error(error);
        failed.value = true;
      },
    );
  }

  function Lazy(props: Props) {
    useEffect(fetchView, []);
    const Loaded = view.value;
    if (Loaded) return <Loaded {...props} />;
    return failed.value ? <p class="hint center">{t('problem.load-failed')}</p> : null;
  }
  return Object.assign(Lazy, { fetch: fetchView });
}
