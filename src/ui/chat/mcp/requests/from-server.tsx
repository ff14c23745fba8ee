/** Says whose words a result is, where they are none of ours. */
import { t } from '#src/state/text/text.ts';

export function FromServer({ tool }: { tool: string }) {
  const [kind, name = ''] = tool.split('__');
  return kind === 'mcp' ? <p class="hint">{t('call.from-server', { name })}</p> : null;
}
