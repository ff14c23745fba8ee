/** The syntaxes in which chat templates let models write calls: Qwen, GLM, MiniMax, Kimi, DeepSeek, Mistral, LFM, gpt-oss. */
import { isJsonObject, parseJson, type Json, type JsonObject } from '#shared/json.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { readCalls, type WrittenCall } from '../on-device/call-json.ts';

type Tools = ReadonlyMap<string, ToolDefinition>;
type Named = readonly [name: string, values: JsonObject | string];

/** What a call may begin with. */
export const openings: readonly string[] = [
  '<tool_call>',
  '<function=',
  '<minimax:tool_call>',
  '<|tool_calls_section_begin|>',
  '<｜tool▁calls▁begin｜>',
  '[TOOL_CALLS]',
  '<|tool_call_start|>',
  '<|channel|>commentary to=',
];

/** Each reads the groups of its pattern; many servers remove the last token, so an end tag may be missing. */
const formats: readonly { pattern: RegExp; read(groups: string[], tools: Tools): Named[] | undefined }[] = [
  {
    pattern: /^<tool_call>\s*([^]*?)\s*(?:<\/tool_call>|$)/,
    read: ([body = ''], tools) => readTagged(body, tools),
  },
  {
    pattern: /^(<function=[^]*?)(?:<\/function>|$)(?:\s*<\/tool_call>)?/,
    read: ([body = ''], tools) => readFunction(body, tools),
  },
  {
    pattern: /^<minimax:tool_call>\s*([^]*?)\s*(?:<\/minimax:tool_call>|$)/,
    read: ([body = ''], tools) =>
      all(/<invoke name="([^"]+)">([^]*?)<\/invoke>/g, body, ([name = '', inner = '']) => [
        name,
        typed(name, pairs(/<parameter name="([^"]+)">([^]*?)<\/parameter>/g, inner), tools),
      ]),
  },
  {
    pattern: /^<\|tool_calls_section_begin\|>([^]*?)(?:<\|tool_calls_section_end\|>|$)/,
    read: ([body = '']) =>
      all(
        /<\|tool_call_begin\|>\s*(?:functions\.)?([\w-]+)(?::\d+)?\s*<\|tool_call_argument_begin\|>\s*([^]*?)\s*(?:<\|tool_call_end\|>|$)/g,
        body,
        withJson,
      ),
  },
  {
    pattern: /^<｜tool▁calls▁begin｜>([^]*?)(?:<｜tool▁calls▁end｜>|$)/,
    read: ([body = '']) =>
      all(
        /<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([\w-]+)(?:<｜tool▁sep｜>|\n)\s*(?:```json\n)?([^]*?)(?:\n```)?\s*<｜tool▁call▁end｜>/g,
        body,
        withJson,
      ),
  },
  {
    pattern: /^\[TOOL_CALLS\]\s*([^]*)$/,
    read: ([body = '']) =>
      fromJson(body) ?? all(/^([\w-]+)(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?(\{[^]*\})\s*$/g, body, withJson),
  },
  {
    pattern: /^<\|tool_call_start\|>\s*\[([^]*?)\]\s*(?:<\|tool_call_end\|>|$)/,
    read: ([body = '']) => readPython(body),
  },
  {
    pattern:
      /^<\|channel\|>commentary to=(?:functions\.)?([\w-]+)\s*(?:<\|constrain\|>\s*json)?\s*<\|message\|>([^]*?)(?:<\|call\|>|$)/,
    read: (groups) => [withJson(groups)],
  },
];

/** Parts of calls; far more than a reply has would take quadratic time to read. */
const parts = /<parameter|<arg_key>|<invoke|tool_call_begin|tool▁call▁begin/g;
const maxParts = 500;

/** The calls of a text that has nothing else; undefined if it has, or if a name is no tool. */
export function readWrittenCalls(text: string, tools: Tools): WrittenCall[] | undefined {
  if ((text.match(parts)?.length ?? 0) > maxParts) return undefined;
  const calls: WrittenCall[] = [];
  for (let rest = text.trim(); rest !== '';) {
    const read = readFirst(rest, tools);
    if (!read?.calls.every(([name]) => tools.has(name))) return undefined;
    calls.push(...read.calls.map(([name, values]) => ({ name, arguments: values })));
    rest = rest.slice(read.length).trimStart();
  }
  return calls.length > 0 ? calls : undefined;
}

function readFirst(text: string, tools: Tools): { calls: Named[]; length: number } | undefined {
  for (const { pattern, read } of formats) {
    const [whole, ...groups] = pattern.exec(text) ?? [];
    const calls = whole ? read(groups, tools) : undefined;
    if (whole && calls && calls.length > 0) return { calls, length: whole.length };
  }
  return undefined;
}

/** Hermes and Qwen write JSON, Qwen Coder tags, GLM the name and pairs of tags. */
function readTagged(body: string, tools: Tools): Named[] | undefined {
  if (body.startsWith('<function=')) return readFunction(body, tools);
  const [, name] = /^([\w-]+)\s*(?=<arg_key>|$)/.exec(body) ?? [];
  if (name === undefined) return fromJson(body);
  const found = pairs(/<arg_key>([^]*?)<\/arg_key>\s*<arg_value>([^]*?)<\/arg_value>/g, body);
  return [[name, typed(name, found, tools)]];
}

function readFunction(body: string, tools: Tools): Named[] | undefined {
  const [, name, inner = ''] = /^<function=([^>\s]+)>([^]*)$/.exec(body) ?? [];
  if (name === undefined) return undefined;
  return [[name, typed(name, pairs(/<parameter=([^>\s]+)>\n?([^]*?)\n?<\/parameter>/g, inner), tools)]];
}

/** `name(a="b", c=1), other()`, as LFM writes calls. */
function readPython(body: string): Named[] | undefined {
  const value = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|-?\d[\d.eE+-]*|True|False|None`;
  const argument = String.raw`\s*\w+\s*=\s*(?:${value})\s*`;
  const call = String.raw`([\w-]+)\(((?:${argument}(?:,${argument})*)?)\)`;
  if (!new RegExp(`^\\s*${call}(?:\\s*,\\s*${call})*\\s*$`).test(body)) return undefined;
  return all(new RegExp(call, 'g'), body, ([name = '', inner = '']) => [
    name,
    Object.fromEntries(
      pairs(new RegExp(String.raw`(\w+)\s*=\s*(${value})`, 'g'), inner).map(([key, text]) => [
        key,
        literal(text),
      ]),
    ),
  ]);
}

function literal(text: string): Json {
  const words: Readonly<Record<string, Json>> = { True: true, False: false, None: null };
  if (Object.hasOwn(words, text)) return words[text] ?? null;
  const json = text.startsWith("'")
    ? `"${text
        .slice(1, -1)
        .replaceAll(String.raw`\'`, "'")
        .replaceAll('"', String.raw`\"`)}"`
    : text;
  return parseJson(json) ?? text;
}

function fromJson(body: string): Named[] | undefined {
  const isJson = body.startsWith('{') || body.startsWith('[');
  return isJson ? readCalls(body)?.map((call): Named => [call.name, call.arguments]) : undefined;
}

function withJson([name = '', text = '']: string[]): Named {
  const values = text.trim() === '' ? {} : parseJson(text);
  return [name, isJsonObject(values) ? values : text];
}

function all(pattern: RegExp, text: string, read: (groups: string[]) => Named): Named[] {
  return [...text.matchAll(pattern)].map(([, ...groups]) => read(groups));
}

function pairs(pattern: RegExp, text: string): [string, string][] {
  return [...text.matchAll(pattern)].map(([, key = '', value = '']) => [key.trim(), value]);
}

/** Tags have no types: what is no text by the tool's schema is read as JSON. */
function typed(name: string, found: readonly [string, string][], tools: Tools): JsonObject {
  const properties: Readonly<Record<string, { type?: unknown }>> =
    tools.get(name)?.parameters.properties ?? {};
  return Object.fromEntries(
    found.map(([key, text]): [string, Json] => {
      const type = Object.hasOwn(properties, key) ? properties[key]?.type : 'string';
      return [key, type === 'string' ? text : (parseJson(text.trim()) ?? text)];
    }),
  );
}
