/** Below an address of the local network: asks the browser for access, or says how to allow it again. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isLocalAddress } from '#shared/private-names.ts';
import { askForLocalNetwork, queryLocalNetwork } from '#src/page-services/local-network.ts';
import { t } from '#src/state/text/text.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import styles from './settings.module.css';

export function LocalNetworkHint({ address }: { address: string }) {
  const state = useSignal<PermissionState | null>(null);
  const url = URL.canParse(address) ? new URL(address) : null;
  const isLocal = url !== null && isLocalAddress(url.hostname);
  useEffect(() => {
    const over = new AbortController();
    state.value = null;
    if (isLocal)
      void queryLocalNetwork(url).then((status) => {
        if (!status || over.signal.aborted) return;
        const read = () => (state.value = status.state);
        read();
        status.addEventListener('change', read, { signal: over.signal });
      });
    return () => over.abort();
  }, [url?.host, isLocal]);
  if (!url || (state.value !== 'prompt' && state.value !== 'denied')) return null;
  if (state.value === 'denied')
    return <p class="hint fault">{t('error.local-network', { host: url.host })}</p>;
  return (
    <div class={styles.localNetwork}>
      <p class="hint">{t('error.local-network-ask', { host: url.host })}</p>
      <Button kind="chip" onClick={() => void askForLocalNetwork(url)}>
        {t('error.local-network-allow')}
      </Button>
    </div>
  );
}
