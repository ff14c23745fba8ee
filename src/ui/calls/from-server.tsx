/** Names the tool server that a result comes from; nothing for built-in tools. */
import { t } from '#src/state/text/text.ts';

export function FromServer({ tool }: { tool: string }) {
  const [kind, name = ''] = tool.split('__');
  return kind === 'mcp' ? <p class="hint">{t('call.from-server', { name })}</p> : null;
}
