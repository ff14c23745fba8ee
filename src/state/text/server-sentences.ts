/** What went wrong with a tool server, and what to do next; and how it is, in a few words. */
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpProblem } from '#shared/mcp/mcp-diagnosis.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { language, t } from './text.ts';

/** With a `verdict` it is the doctor's, who has examined it already. */
type Trouble = Omit<McpError, 'type'> & { type: McpProblem; verdict?: 'problem' };

export function serverSentence({ type, host, detail = '', verdict }: Trouble): string {
  const parameters = { host: host ?? t('provider.the-server'), detail, origin: location.origin };
  const sentence = t(`server.error-${type}`, parameters).trim();
  if (type !== 'unreachable' || verdict) return sentence;
  // Without a question that nobody asked for, a page cannot tell it from a server that keeps pages out.
  return `${sentence} ${t('server.unreachable-more', { examine: t('server.examine') })}`;
}

/** Such as `Connected · Tools: 12`. */
export function stateWords({ state, tools }: McpServerInfo): string {
  const words = t(`server.state-${state.type}`);
  const count = tools.filter(({ refusal }) => !refusal).length;
  return state.type === 'ready' ? `${words} · ${t('server.tools-count', { count })}` : words;
}

export function changedTools({ tools }: McpServerInfo): McpServerInfo['tools'] {
  return tools.filter(({ change }) => change);
}

/** `2026-11-22` as people write it. */
export function dayWords(day: string): string {
  return new Date(day).toLocaleDateString(language.value, { dateStyle: 'medium', timeZone: 'UTC' });
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
