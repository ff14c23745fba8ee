/** Switches a tool on or off for every agent. */
import type { ToolInfo } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Switch } from '../switch.tsx';

export function ToolSwitch({ tool }: { tool: ToolInfo }) {
  const { tools } = useApp();
  return (
    <Switch
      label={t('source.use', { name: tool.name })}
      isOn={tool.enabled}
      onChange={(isOn) => void tools.setEnabled(tool.name, isOn)}
    />
  );
}
