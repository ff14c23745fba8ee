/** The banner that says why OneClaw cannot work in this browser, and what to do. */
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '../icon.tsx';
import { classNames } from '../class-names.ts';
import styles from './banners.module.css';

export function ProblemBanner() {
  const problem = useApp().problem.value;
  if (!problem) return null;
  return (
    <div class={classNames(styles.banner, styles.problem)} role="alert">
      <Icon name="alert" />
      <p>{t(`problem.${toKey(problem)}`)}</p>
      <button type="button" class="text-button" onClick={() => location.reload()}>
        {t('action.reload')}
      </button>
    </div>
  );
}
