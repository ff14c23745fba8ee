/** Which tools the grid shows. Pure. */
import { featureOf, isChosen, type ToolInfo } from '#shared/tools/tool.ts';

type Shown = Pick<ToolInfo, 'capabilities' | 'enabled' | 'forTests' | 'isFinder'>;

/**
 * Tools of a feature (memory, tasks) are switched by the feature and have no switch of their own in the grid.
 * One that was switched off individually is shown, because it could not be switched on again otherwise.
 */
export function isInGrid(tool: Shown): boolean {
  return isChosen(tool) && (featureOf(tool) === undefined || !tool.enabled);
}
