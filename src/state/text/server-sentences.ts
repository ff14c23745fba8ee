/** Texts about a tool server: its errors with advice, and its state in a few words. */
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpProblem } from '#shared/mcp/mcp-diagnosis.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { language, t, toKey } from './text.ts';

/** With a `verdict` it was found by examining the connection. */
type ServerProblem = Omit<McpError, 'type'> & { type: McpProblem; verdict?: 'problem' };

export function serverSentence({ type, host, detail = '', verdict }: ServerProblem): string {
  const parameters = { host: host ?? t('provider.the-server'), detail, origin: location.origin };
  if (type === 'local_network') return t('error.local-network', parameters);
  const sentence = t(`server.error-${toKey(type)}`, parameters).trim();
  if (type !== 'unreachable' || verdict) return sentence;
  // Without another request, a page cannot distinguish this from a CORS refusal.
  return `${sentence} ${t('server.unreachable-more', { examine: t('server.examine') })}`;
}

/** Such as `Connected · Tools: 12`. */
export function stateText({ state, tools }: McpServerInfo): string {
  const words = t(`server.state-${toKey(state.type)}`);
  const count = tools.filter(({ refusal }) => !refusal).length;
  return state.type === 'ready' ? `${words} · ${t('server.tools-count', { count })}` : words;
}

export function changedTools({ tools }: McpServerInfo): McpServerInfo['tools'] {
  return tools.filter(({ change }) => change);
}

/** Formats a day such as `2026-11-22` for the interface language. */
export function dayText(day: string): string {
  return new Date(day).toLocaleDateString(language.value, { dateStyle: 'medium', timeZone: 'UTC' });
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
