/** A searchable list of what the servers offer of one kind. */
import { useSignal } from '@preact/signals';
import { t } from '#src/state/text/text.ts';
import { SearchField } from '#src/ui/kit/list/search-field.tsx';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import styles from './offers.module.css';

export type Offer = {
  key: string;
  server: string;
  title: string;
  about: string;
  icon: IconName;
  choose: () => void;
};

type OfferListProps = {
  label: string;
  offers: readonly Offer[];
  problems: readonly string[];
  /** Some servers have not answered yet. */
  isWaiting: boolean;
};

export function OfferList({ label, offers, problems, isWaiting }: OfferListProps) {
  const query = useSignal('');
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = offers.filter(({ server, title, about }) => {
    const text = `${server} ${title} ${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <h2>{label}</h2>
      {offers.length > 6 && (
        <SearchField
          label={t('offer.search')}
          value={query.value}
          onChange={(typed) => (query.value = typed)}
        />
      )}
      {found.length === 0 && !isWaiting && (
        <p class="hint">{t(words.length > 0 ? 'offer.none-fits' : 'offer.nothing-offered')}</p>
      )}
      {found.length > 0 && (
        <ul class={styles.offers} aria-label={label}>
          {found.map(({ key, server, title, about, icon, choose }) => (
            <li key={key}>
              <button type="button" class="row" onClick={choose}>
                <Icon name={icon} />
                <span class="row-text" dir="auto">
                  {title}
                  <small>{[server, about].filter(Boolean).join(' · ')}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isWaiting && (
        <p class="hint" role="status">
          {t('offer.loading')}
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem} class="hint">
          {problem}
        </p>
      ))}
    </>
  );
}
