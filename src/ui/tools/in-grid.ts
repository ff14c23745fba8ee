/** Which tools the grid shows. Pure. */
import { featureOf, type ToolInfo } from '#shared/tools/tool.ts';

type Shown = Pick<ToolInfo, 'capabilities' | 'enabled'>;

/**
 * Those of a feature come and go with its switch, so they have none of their own here. One that was switched off by itself
 * is shown: it could not be switched on again.
 */
export function isInGrid(tool: Shown): boolean {
  return featureOf(tool) === undefined || !tool.enabled;
}
