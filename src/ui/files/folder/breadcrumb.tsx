/** The path from the workspace root to the current folder. */
import { crumbsOf } from '#src/state/files/file-paths.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './folder.module.css';

export function Breadcrumb({ path }: { path: string }) {
  const crumbs = [{ name: t('files.title'), path: '' }, ...crumbsOf(path)];
  return (
    <nav class={styles.crumbs} aria-label={t('files.crumbs')}>
      <ol>
        {crumbs.map((crumb, at) => (
          <li key={crumb.path}>
            {at > 0 && <Icon name="chevron-right" />}
            <a
              href={formatRoute({ view: 'files', path: crumb.path })}
              aria-current={at === crumbs.length - 1 ? 'page' : undefined}
            >
              <bdi>{crumb.name}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
