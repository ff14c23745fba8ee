/** Searches the tools that the agent may use, for a model that is not sent all their definitions. */
import * as limits from '#shared/limits.ts';
import { callTool, findTools as name } from '#shared/tools/found-call.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { defineInEngineTool } from '#workers/contracts/engine-tool.ts';

export const findTools = defineInEngineTool({
  name,
  title: 'Find tools',
  description:
    'Search for further tools (git, device, clipboard, contacts, calendar, alarms, tasks, processes, past chats, connected servers) before you say that you cannot do something.',
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'English words, such as "git commit".', minLength: 1 },
    },
    required: ['query'],
  },
  // As trusted as the definitions in a request: a server's are checked and pinned when they arrive.
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  isFinder: true,
  summaryParameter: 'query',
  async answer({ query }, context) {
    const found = (await context.findTools?.(query)) ?? [];
    if (found.length === 0) return 'No tool matches these words. Try other ones.';
    const shown = shownWithin(found.slice(0, limits.foundTools), limits.foundCharacters);
    return [`Run one with ${callTool}.`, ...shown].join('\n');
  },
});

/** One tool a line; those beyond the limit by their names alone. */
function shownWithin(found: readonly ToolDefinition[], most: number): string[] {
  const shown: string[] = [];
  let used = 0;
  for (const { name: tool, description, parameters } of found) {
    const line = JSON.stringify({ name: tool, description, parameters });
    used += line.length;
    shown.push(used <= most ? line : JSON.stringify({ name: tool }));
  }
  return shown;
}
