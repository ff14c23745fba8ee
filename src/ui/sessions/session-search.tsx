/** The search field above the list of chats; the results view is lazily loaded. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { searchText } from '#src/ui/shell-state.ts';
import styles from './session-list.module.css';

export function SessionSearch() {
  const { connection, toasts } = useApp();
  return (
    <label class={styles.sessionSearch}>
      <Icon name="search" />
      <input
        type="search"
        value={searchText.value}
        placeholder={t('sessions.search')}
        aria-label={t('sessions.search')}
        onFocus={() => void toasts.attempt(connection.api.sessions.prepareSearch())}
        onInput={(event) => (searchText.value = event.currentTarget.value)}
      />
    </label>
  );
}
