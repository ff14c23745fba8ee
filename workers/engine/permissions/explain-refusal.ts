/** Why a call is refused, in words for models; the page has its own words for the user. */
import type { Agent } from '#shared/agents/agent.ts';
import type { Danger } from '#shared/tools/permission.ts';

/** What a dangerous command would do. */
export function explainDanger(danger: Danger): string {
  switch (danger.type) {
    case 'everything':
      return `${danger.command} removes everything in the workspace`;
    case 'top-files':
      return `${danger.command} removes every file at the top of the workspace`;
    case 'moves-out':
      return `${danger.command} takes everything out of the workspace`;
    case 'endless':
      return `the function ${danger.command} starts itself twice, without end`;
    case 'unchecked':
      return `whether it empties the workspace cannot be checked: ${danger.reason}`;
  }
}

/** Why the agent's lists do not allow a host. */
export function explainRule(
  reason: 'blocked' | 'not-allowed',
  host: string,
  { name }: Pick<Agent, 'name'>,
): string {
  const rule =
    reason === 'blocked' ? 'is on its list of blocked hosts' : 'is not on its list of allowed hosts';
  return `The agent '${name}' may not send anything to ${host}, which ${rule}. Nothing was sent. The user can change the list in the agent's settings.`;
}
