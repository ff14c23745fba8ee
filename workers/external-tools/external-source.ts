/** A tool source made of a server: each of its tools admitted or refused on its own, its own names kept for the call. */
import { limits } from '#shared/limits.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { RefusedTool, SourceTool, ToolSource } from '#workers/contracts/tool-source.ts';
import { admitTool, type AdmittedTool } from './admit-tool.ts';
import { printable } from '#shared/invisible.ts';
import { outsideName, sourceId } from './external-name.ts';
import type { AnnouncedTool, OutsideServer } from './external-server.ts';

type Listed = { tools: SourceTool[]; refused: RefusedTool[] };

export function createOutsideSource(server: OutsideServer): ToolSource {
  const id = sourceId(server.prefix, server.name);
  const admit = createMemory((tool) => admitTool(tool, server));
  let listed: Listed | undefined;

  function list(): Listed {
    const announced = server.tools();
    const tools: SourceTool[] = [];
    const refusals: [AnnouncedTool, ToolRefusal][] = [];
    const taken = new Set<string>();
    for (const tool of announced.slice(0, limits.outside.toolsPerSource)) {
      const admitted: AdmittedTool = tool.refusal ? { ok: false, refusal: tool.refusal } : admit(tool);
      if (!admitted.ok) refusals.push([tool, admitted.refusal]);
      else if (taken.has(admitted.definition.name))
        refusals.push([tool, { reason: 'name_taken', detail: admitted.definition.name }]);
      else {
        taken.add(admitted.definition.name);
        const answer: SourceTool['answer'] = (values, control) => server.call(tool.name, values, control);
        tools.push({ definition: admitted.definition, answer });
      }
    }
    const next = announced[limits.outside.toolsPerSource];
    // One line stands for all that are over; a million lines would be the attack.
    if (next) refusals.push([next, { reason: 'too_many_tools', detail: `${limits.outside.toolsPerSource}` }]);
    return {
      tools,
      refused: refusals.map(([{ name }, refusal]) => ({
        name: shownName(ownName(name, refusal), taken),
        refusal,
      })),
    };
  }

  /** A tool that is only off for now has the name it is called by, so that who calls it is told so. */
  function ownName(original: string, { reason }: ToolRefusal): string {
    const named = outsideName(server.prefix, server.name, original);
    return named.ok && reason === 'changed' ? named.name : `${id}__${printable(original)}`;
  }

  return {
    id,
    tools: () => (listed ??= list()).tools,
    refused: () => (listed ??= list()).refused,
    onChange: (listener) =>
      server.onChange(() => {
        listed = undefined;
        listener();
      }),
  };
}

/** A tool that is announced again as it was stays the same object, so that a call that waits for an answer is still good. */
function createMemory(admit: (tool: AnnouncedTool) => AdmittedTool): (tool: AnnouncedTool) => AdmittedTool {
  let known = new Map<string, { text: string; admitted: AdmittedTool }>();
  return (tool) => {
    const admitted = admit(tool);
    const text = JSON.stringify(admitted);
    const before = known.get(tool.name);
    if (before?.text === text) return before.admitted;
    if (known.size >= limits.outside.toolsPerSource) known = new Map();
    known.set(tool.name, { text, admitted });
    return admitted;
  };
}

/** Nothing invisible, and no two lines with the same name. */
function shownName(whole: string, taken: Set<string>): string {
  const own = whole.slice(0, limits.outside.wireNameCharacters);
  let name = own;
  for (let count = 2; taken.has(name); count++) name = `${own} (${count})`;
  taken.add(name);
  return name;
}
