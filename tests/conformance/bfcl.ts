/**
 * `bfcl.ts <folder>`: the functions and possible answers of the Berkeley Function Calling Leaderboard through the four
 * wires. Each function is admitted as a tool of a tool server; every possible answer must arrive unchanged and be
 * accepted, also by the schema as it is sent, and every forbidden change of it refused.
 */
import type { JsonObject } from '#shared/json.ts';
import type { ExternalTool } from '#shared/tools/tool.ts';
import { admitTool } from '#workers/external-tools/admit-tool.ts';
import { normaliseExternalArguments, refuseArguments } from '#workers/external-tools/external-arguments.ts';
import { checkValues } from '#workers/tool-host/check-values.ts';
import { mutationsOf, readCases, type BfclCase } from './bfcl-cases.ts';
import { knownFailures } from './bfcl-known.ts';
import { wires, type Wire } from './bfcl-wires.ts';

const cases = readCases(process.argv[2] ?? '');
const counts = { functions: 0, answers: 0, changes: 0 };
const failures = new Map<string, string>();

for (const one of cases) {
  const problems = [...new Set(check(one))];
  if (problems.length > 0) failures.set(one.id, problems.join('; '));
}

const unexpected = [...failures].filter(([id]) => !knownFailures.has(id));
const cured = [...knownFailures.keys()].filter((id) => !failures.has(id));
for (const [id, problem] of unexpected) console.log(`FAILED ${id}: ${problem}`);
for (const id of cured) console.log(`${id} passes; remove it from bfcl-known.ts`);
console.log(
  `BFCL: ${cases.length} entries, ${counts.functions} functions, on each of 4 wires ${counts.answers} possible answers and ${counts.changes} forbidden changes; ${failures.size} entries fail, ${knownFailures.size} of them are known`,
);
process.exitCode = cases.length === 0 || unexpected.length > 0 || cured.length > 0 ? 1 : 0;

function check({ functions, answers }: BfclCase): string[] {
  const problems: string[] = [];
  const tools = new Map<string, ExternalTool>();
  for (const each of functions) {
    counts.functions++;
    const admitted = admitTool({ ...each, parameters: each.parameters }, {
      prefix: 'mcp',
      name: 'bfcl',
      category: 'mcp',
      capabilities: [],
    } as never);
    if (admitted.ok) tools.set(each.name, admitted.definition);
    else problems.push(`${each.name} is refused: ${admitted.refusal.reason}`);
  }
  counts.answers += answers.length;
  for (const wire of wires) for (const calls of answers) problems.push(...checkAnswer(wire, calls, tools));
  const [first = []] = answers;
  for (const { name, values } of first) {
    const tool = tools.get(name);
    if (!tool) continue;
    for (const { what, values: wrong } of mutationsOf(values, tool.parameters)) {
      counts.changes++;
      for (const wire of wires) {
        const [decoded] = wire.decode([{ name: tool.name, values: wrong }]);
        if (!decoded || isAccepted(decoded.values, tool)) problems.push(`${name} is accepted with ${what}`);
      }
    }
  }
  return problems;
}

function checkAnswer(
  wire: Wire,
  calls: BfclCase['answers'][number],
  tools: ReadonlyMap<string, ExternalTool>,
): string[] {
  const sent = calls.map(({ name, values }) => ({ name: tools.get(name)?.name ?? name, values }));
  const decoded = wire.decode(sent);
  if (JSON.stringify(decoded) !== JSON.stringify(sent)) return [`${wire.name}: the calls arrive changed`];
  return calls.flatMap(({ name, values }) => {
    const tool = tools.get(name);
    if (!tool) return [];
    const own = explain(values, tool);
    if (own) return [`${name} refuses ${JSON.stringify(values)}: ${own}`];
    const verdict = checkValues(wire.sent(tool), normaliseExternalArguments(values, tool.parameters));
    return verdict.type === 'valid' ? [] : [`${wire.name}: the schema of ${name} as sent refuses an answer`];
  });
}

function isAccepted(values: JsonObject, tool: ExternalTool): boolean {
  return explain(values, tool) === undefined;
}

function explain(given: JsonObject, { parameters }: ExternalTool): string | undefined {
  const values = normaliseExternalArguments(given, parameters);
  const refusal = refuseArguments(values);
  if (refusal) return refusal;
  const verdict = checkValues(parameters, values);
  return verdict.type === 'valid' ? undefined : verdict.message;
}
