/** Says that nothing can be stored, for as long as that is so. */
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Icon } from '../parts/icon.tsx';

export function ProblemBanner() {
  const problem = useApp().problem.value;
  if (!problem) return null;
  return (
    <div class="banner" role="alert">
      <Icon name="alert" />
      <p>{t(`problem.${problem}`)}</p>
    </div>
  );
}
