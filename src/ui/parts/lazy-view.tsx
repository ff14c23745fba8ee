/** A view whose code is fetched when it is first shown, so that the first paint does not pay for it. */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../../state/text.ts';

export function createLazyView(load: () => Promise<FunctionComponent>): FunctionComponent {
  const view = signal<FunctionComponent | null>(null);
  const failed = signal(false);

  function fetchView(): void {
    failed.value = false;
    load().then(
      (component) => (view.value = component),
      (error: unknown) => {
        console.error(error);
        failed.value = true;
      },
    );
  }

  return function LazyView() {
    useEffect(() => {
      if (!view.value) fetchView();
    }, []);
    const Loaded = view.value;
    if (Loaded) return <Loaded />;
    return <p class="hint center">{failed.value ? t('problem.load-failed') : ''}</p>;
  };
}
