/** Describes the tools to a small model: one short line each, as many as fit into their share of the window. */
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { shorten } from '#shared/shorten.ts';

const charactersPerToken = 3.6;
const shortDescription = 60;
const maxChoices = 8;

/** Undefined without tools, or without room for any. `said`: words that show which tools matter. */
export function toolPrompt(
  tools: readonly ToolDefinition[],
  tokens: number,
  query: string,
): string | undefined {
  const room = tokens * charactersPerToken - frame('').length;
  for (const write of [fullLine, shortLine]) {
    const lines = tools.map(write);
    if (lengthOf(lines) <= room) return lines.length > 0 ? frame(lines.join('\n')) : undefined;
  }
  // Not all fit: the most relevant ones are chosen, in an order that does not depend on the message.
  const chosen = new Map<ToolDefinition, string>();
  for (const tool of rank(tools, query)) {
    const line = shortLine(tool);
    if (lengthOf([...chosen.values(), line]) > room) break;
    chosen.set(tool, line);
  }
  const lines = tools.flatMap((tool) => chosen.get(tool) ?? []);
  return lines.length > 0 ? frame(lines.join('\n')) : undefined;
}

function frame(lines: string): string {
  return `# Tools
You can act through these tools. An argument with ? may be left out.
${lines}

To use a tool, write this and nothing after it:
<tool_call>
{"name": "tool name", "arguments": {"argument": "value"}}
</tool_call>
Write one such block per call. The results come in <tool_response>. If no tool is needed, answer in plain words.`;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function fullLine({ name, description, parameters }: ToolDefinition): string {
  return `- ${name}(${signature(parameters, true)}): ${firstSentence(description)}`;
}

function shortLine({ name, description, parameters }: ToolDefinition): string {
  const sentence = firstSentence(description);
  const short = shorten(sentence, shortDescription);
  return `- ${name}(${signature(parameters, false)}): ${short}`;
}

function firstSentence(text: string): string {
  return /^[^]*?[.。](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** Schemas of external tools may have any shape. */
function signature(parameters: object, withOptional: boolean): string {
  const properties = field(parameters, 'properties');
  const listed = field(parameters, 'required');
  const required: readonly unknown[] = Array.isArray(listed) ? listed : [];
  return Object.entries(typeof properties === 'object' ? (properties ?? {}) : {})
    .filter(([name]) => withOptional || required.includes(name))
    .map(([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeName(schema)}`)
    .join(', ');
}

function typeName(schema: unknown): string {
  const choices = field(schema, 'enum');
  if (Array.isArray(choices) && choices.length <= maxChoices)
    return choices.map((choice) => JSON.stringify(choice)).join('|');
  const type = field(schema, 'type');
  return typeof type === 'string' ? type : 'any';
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

/** Most relevant first: named or used before, then by words in common; otherwise in their order. */
function rank(tools: readonly ToolDefinition[], query: string): readonly ToolDefinition[] {
  const words = new Set(wordsOf(query));
  const score = ({ name, description }: ToolDefinition) =>
    (query.includes(name) ? 100 : 0) +
    wordsOf(name.replaceAll('_', ' ')).filter((word) => words.has(word)).length * 3 +
    wordsOf(description).filter((word) => words.has(word)).length;
  return tools
    .map((tool) => ({ tool, points: score(tool) }))
    .sort((a, b) => b.points - a.points)
    .map(({ tool }) => tool);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];
}
