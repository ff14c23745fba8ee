/** Switches a tool on or off for every agent. */
import type { ToolInfo } from '../../shared/tool.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Switch } from '../parts/switch.tsx';

export function ToolSwitch({ tool }: { tool: ToolInfo }) {
  const { tools } = useApp();
  return (
    <Switch
      label={t('tools.use', { name: tool.name })}
      isOn={tool.enabled}
      onChange={(isOn) => void tools.setEnabled(tool.name, isOn)}
    />
  );
}
