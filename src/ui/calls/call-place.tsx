/** A link from a position to a map: the maps app on Android, a web page elsewhere. */
import type { ToolResult } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { readPlace } from './read-place.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './calls.module.css';
import mediaStyles from './media.module.css';

type CallPlaceProps = { tool: string; result: ToolResult };

export function CallPlace({ tool, result }: CallPlaceProps) {
  const place = readPlace(tool, result);
  if (!place) return null;
  const { latitude, longitude } = place;
  const position = `${latitude},${longitude}`;
  // Only Android opens `geo:` links in the installed maps app.
  const href = /Android/.test(navigator.userAgent)
    ? `geo:${position}?q=${position}`
    : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <div class={styles.callMedia}>
      <a
        class={classNames('chip', mediaStyles.mediaFile)}
        href={href}
        target="_blank"
        rel="noreferrer noopener"
      >
        <Icon name="map-pin" />
        <span>{t('call.map')}</span>
        <small>{position}</small>
      </a>
    </div>
  );
}
