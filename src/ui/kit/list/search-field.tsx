/** A field that narrows down the list below it. */
import { Icon } from '../icon.tsx';
import styles from './list.module.css';

type SearchProps = { label: string; value: string; onChange: (query: string) => void };

export function SearchField({ label, value, onChange }: SearchProps) {
  return (
    <label class={styles.search}>
      <Icon name="search" />
      <input
        type="search"
        autocomplete="off"
        aria-label={label}
        placeholder={label}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
