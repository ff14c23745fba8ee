/** Turns an external server into a tool source; each tool is admitted or rejected individually. */
import * as limits from '#shared/limits.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { RefusedTool, SourceTool, ToolSource } from '#workers/contracts/tool-source.ts';
import { admitTool, type AdmittedTool } from './admit-tool.ts';
import { escapeInvisible } from '#shared/invisible.ts';
import { externalName, sourceId } from './external-name.ts';
import type { AnnouncedTool, ExternalServer } from './external-server.ts';

type ExternalSource = ToolSource & {
  /** Admits or rejects one announced tool, ignoring its `refusal`; memoized per object. */
  admit(tool: AnnouncedTool): AdmittedTool;
};

/** The result of admitting a list of announced tools. */
type Listed = { announced: readonly AnnouncedTool[]; tools: SourceTool[]; refused: RefusedTool[] };

const { toolsPerSource, localNameCharacters } = limits.external;

export function createExternalSource(server: ExternalServer): ExternalSource {
  const id = sourceId(server.prefix, server.name);
  const admit = memoize((tool) => admitTool(tool, server));
  const keep = createDefinitionCache();
  let listed: Listed | undefined;

  /** Memoized by the announced array: the source may change while `onChange` has no listener. */
  function current(): Listed {
    const announced = server.tools();
    if (listed?.announced !== announced) listed = list(announced);
    return listed;
  }

  function list(announced: readonly AnnouncedTool[]): Listed {
    const tools: SourceTool[] = [];
    const refusals: [AnnouncedTool, ToolRefusal][] = [];
    const taken = new Set<string>();
    for (const tool of announced.slice(0, toolsPerSource)) {
      const admitted: AdmittedTool = tool.refusal
        ? { ok: false, refusal: tool.refusal }
        : keep(tool.name, admit(tool));
      if (!admitted.ok) refusals.push([tool, admitted.refusal]);
      else if (taken.has(admitted.definition.name))
        refusals.push([tool, { reason: 'name_taken', detail: admitted.definition.name }]);
      else {
        taken.add(admitted.definition.name);
        const answer: SourceTool['answer'] = (values, control) => server.call(tool.name, values, control);
        tools.push({ definition: admitted.definition, answer });
      }
    }
    const next = announced[toolsPerSource];
    // One entry stands for all tools over the limit, so that a server cannot flood the list.
    if (next) refusals.push([next, { reason: 'too_many_tools', detail: `${toolsPerSource}` }]);
    return {
      announced,
      tools,
      refused: refusals.map(([{ name }, refusal]) => ({
        name: uniqueName(refusedName(name, refusal), taken),
        refusal,
      })),
    };
  }

  /** A changed tool keeps its name, so that a call of it gets the reason why it is off. */
  function refusedName(original: string, { reason }: ToolRefusal): string {
    const named = externalName(server.prefix, server.name, original);
    return named.ok && reason === 'changed' ? named.name : `${id}__${escapeInvisible(original)}`;
  }

  return {
    id,
    admit,
    tools: () => current().tools,
    refused: () => current().refused,
    ...(server.address ? { address: server.address } : {}),
    onChange: server.onChange,
  };
}

function memoize(admit: ExternalSource['admit']): ExternalSource['admit'] {
  const known = new WeakMap<AnnouncedTool, AdmittedTool>();
  return (tool) => {
    const admitted = known.get(tool) ?? admit(tool);
    known.set(tool, admitted);
    return admitted;
  };
}

/**
 * Reuses the definition object of a tool that is announced again unchanged: a call that waits for approval is
 * made only if its definition object is still registered.
 */
function createDefinitionCache(): (name: string, admitted: AdmittedTool) => AdmittedTool {
  let known = new Map<string, { text: string; admitted: AdmittedTool }>();
  return (name, admitted) => {
    const text = JSON.stringify(admitted);
    const before = known.get(name);
    if (before?.text === text) return before.admitted;
    if (known.size >= toolsPerSource) known = new Map();
    known.set(name, { text, admitted });
    return admitted;
  };
}

/** Shortens a name, and numbers it if another entry has the same name. */
function uniqueName(whole: string, taken: Set<string>): string {
  const own = whole.slice(0, localNameCharacters);
  let name = own;
  for (let count = 2; taken.has(name); count++) name = `${own} (${count})`;
  taken.add(name);
  return name;
}
