/** The replacement for a view that failed to render. */
import { t } from '#src/state/text/text.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';

export function BrokenView() {
  return (
    <>
      {/* The top bar stays, so that the user can open other views. */}
      <TopBar>
        <h1 class="view-title">{t('app.name')}</h1>
      </TopBar>
      <div class="empty" role="alert">
        <p>{t('problem.broken-view')}</p>
        <button type="button" class="button primary" onClick={() => location.reload()}>
          {t('action.reload')}
        </button>
      </div>
    </>
  );
}
