/** Searches the tools that the agent may use, for a model that is not sent all their definitions. */
import type { AgentId, SessionId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import { callTool, findTools as name } from '#shared/tools/found-call.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { FoundTool } from '#workers/contracts/tool-source.ts';

export type FindersPort = {
  /** Whether any model that may be asked sees images. */
  canSeePictures(of: { agent: AgentId; session?: SessionId }): Promise<boolean>;
};

/** It can only fail where no model sees images. */
const looking = 'image';

/** The share of the best score from which a tool is shown at all, and from which with its parameters. */
const nearShare = 0.35;
const wholeShare = 0.55;

export const findTools = defineInEngineTool({
  name,
  title: 'Find tools',
  description:
    'Search further tools (charts, pictures, opening files, calendar, alarms, tasks, clipboard, contacts, device, git, processes, past chats, forgetting, servers) before you program it or say you cannot.',
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
  async answer({ query }, context: InEngineContext<FindersPort>) {
    const { notes, tools } = (await context.findTools?.(query)) ?? { notes: [], tools: [] };
    const able = (await isBlindTo(tools, context))
      ? tools.filter(({ tool }) => tool.name !== looking)
      : tools;
    const near = able.filter(({ share }) => share >= nearShare).slice(0, limits.foundTools);
    const [further, own] = [near.filter(({ isSent }) => !isSent), near.filter(({ isSent }) => isSent)];
    const names = own.map(({ tool }) => tool.name).join(', ');
    if (further.length > 0)
      return [
        ...notes,
        ...shownWithin(further, limits.foundCharacters),
        ...(names === '' ? [] : [`Near, too, and in your list already: ${names}.`]),
      ].join('\n');
    if (names !== '') {
      const none = notes.length > 0 ? [] : ['No further tool matches these words.'];
      return [...notes, ...none, `Of the tools that you have, these are near: ${names}.`].join(' ');
    }
    return notes.join(' ') || 'No tool matches these words. Try other ones.';
  },
});

async function isBlindTo(
  found: readonly FoundTool[],
  { agent, session, port }: InEngineContext<FindersPort>,
): Promise<boolean> {
  if (!agent || !found.some(({ tool }) => tool.name === looking)) return false;
  return !(await port.canSeePictures({ agent, ...(session && { session }) }));
}

/** One tool a line: the best with their parameters, as far as they fit, and less good ones without. */
function shownWithin(found: readonly FoundTool[], most: number): string[] {
  const whole: string[] = [];
  const brief: string[] = [];
  let used = 0;
  for (const { tool, share } of found) {
    const { name: own, description, parameters } = tool;
    const line = JSON.stringify({ name: own, description, parameters });
    const fits = share >= wholeShare && used + line.length <= most;
    if (fits) used += line.length;
    (fits ? whole : brief).push(fits ? line : JSON.stringify({ name: own, description }));
  }
  const tail = 'search for the name to get its parameters.';
  const more = whole.length > 0 ? `These may fit, too; ${tail}` : `These may fit; ${tail}`;
  return [
    ...(whole.length > 0 ? [`Run one with ${callTool}.`, ...whole] : []),
    ...(brief.length > 0 ? [more, ...brief] : []),
  ];
}
