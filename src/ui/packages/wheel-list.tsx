/** The Python packages that were downloaded from an index. */
import type { WheelInfo } from '#shared/api/packages.ts';
import { t } from '#src/state/text/text.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import styles from './packages.module.css';

type WheelListProps = {
  wheels: readonly WheelInfo[];
  onRemove: (url: string) => void;
  onRemoveAll: () => void;
};

export function WheelList({ wheels, onRemove, onRemoveAll }: WheelListProps) {
  return (
    <>
      <div class={styles.wheels}>
        <h3>{t('packages.wheels')}</h3>
        <p class="hint">{t('packages.wheels-hint')}</p>
      </div>
      <ul class="cards">
        {wheels.map(({ url, name, version, bytes }) => (
          <li key={url} class="card-row">
            <div class="row-text">
              <strong>
                {name} <span class="numbers">{version}</span>
              </strong>
              <small>
                {new URL(url).host} · <span class="numbers">{formatBytes(bytes)}</span>
              </small>
            </div>
            <IconButton
              class="quiet"
              icon="trash"
              label={t('device.remove', { name: `${name} ${version}` })}
              onClick={() => onRemove(url)}
            />
          </li>
        ))}
      </ul>
      {wheels.length > 1 && (
        <button type="button" class="button" onClick={onRemoveAll}>
          {t('packages.wheels-remove-all')}
        </button>
      )}
    </>
  );
}
