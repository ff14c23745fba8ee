/** What may be wrong in a result without changing what it means, for each method of the protocol. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { repairContent, repairResource } from './repair-content.ts';
import { objectsIn, textIn, withoutNull } from './repair-fields.ts';
import { repairTool } from './repair-tool.ts';

type LeftOut = (count: number) => void;
type Repair = (result: JsonObject, leftOut: LeftOut) => JsonObject;

/** A copy in which null means absent, and unusable entries of lists are left out. */
export function repairResult(method: string, result: JsonObject, leftOut: LeftOut): JsonObject {
  const { nextCursor, _meta, ...rest } = withoutNull(result);
  const repaired = byMethod.get(method)?.(rest, leftOut) ?? rest;
  return {
    ...repaired,
    ...(isJsonObject(_meta) ? { _meta } : {}),
    ...(nextCursor === undefined ? {} : { nextCursor: textIn(nextCursor) }),
  };
}

const byMethod = new Map<string, Repair>([
  ['initialize', repairIntroduction],
  ['server/discover', repairIntroduction],
  // Every entry is kept: a tool that cannot be used is listed with the reason.
  ['tools/list', ({ tools, ...rest }) => ({ ...rest, tools: asList(tools).map(repairTool) })],
  ['prompts/list', listOf('prompts', 'name', repairPrompt)],
  ['resources/list', listOf('resources', 'uri', (each) => named(each, 'uri'))],
  [
    'resources/templates/list',
    listOf('resourceTemplates', 'uriTemplate', (each) => named(each, 'uriTemplate')),
  ],
  ['tools/call', repairCall],
  [
    'resources/read',
    ({ contents, ...rest }) => ({ ...rest, contents: objectsIn(asList(contents)).map(repairResource) }),
  ],
  ['prompts/get', repairMessages],
  ['completion/complete', repairCompletion],
]);

function repairIntroduction({ serverInfo, capabilities, instructions, ...rest }: JsonObject): JsonObject {
  const { name, version, title } = isJsonObject(serverInfo) ? serverInfo : {};
  const offers = Object.entries(isJsonObject(capabilities) ? capabilities : {}).flatMap(([key, value]) =>
    isJsonObject(value) ? [[key, withoutNull(value)] as const] : value === true ? [[key, {}] as const] : [],
  );
  return {
    ...rest,
    serverInfo: {
      name: textIn(name),
      version: textIn(version),
      ...(typeof title === 'string' ? { title } : {}),
    },
    capabilities: Object.fromEntries(offers),
    ...(typeof instructions === 'string' ? { instructions } : {}),
  };
}

/** `key`: the field without which an entry cannot be used. */
function listOf(field: string, key: string, repair: (each: JsonObject) => JsonObject): Repair {
  return ({ [field]: list, ...rest }, leftOut) => {
    const all = asList(list);
    const good = objectsIn(all).filter((each) => typeof each[key] === 'string');
    if (good.length < all.length) leftOut(all.length - good.length);
    return { ...rest, [field]: good.map((each) => repair(withoutNull(each))) };
  };
}

/** Texts, and `size`, which must be a number. Icons are not shown. */
function described({ title, description, icons: _, annotations: __, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(title === undefined ? {} : { title: textIn(title) }),
    ...(description === undefined ? {} : { description: textIn(description) }),
  };
}

function named(entry: JsonObject, address: 'uri' | 'uriTemplate'): JsonObject {
  const { name, mimeType, size, ...rest } = described(entry);
  return {
    ...rest,
    name: textIn(name) || textIn(entry[address]),
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
    ...(typeof size === 'number' ? { size } : {}),
  };
}

function repairPrompt(prompt: JsonObject): JsonObject {
  const { arguments: values, ...rest } = described(prompt);
  if (values === undefined) return rest;
  const good = objectsIn(asList(values)).filter(({ name }) => typeof name === 'string');
  return {
    ...rest,
    arguments: good.map((each) => {
      const { required, ...other } = described(withoutNull(each));
      return { ...other, required: required === true || required === 'true' };
    }),
  };
}

/** `toolResult` is the form of the protocol's first draft. */
function repairCall({ toolResult, ...result }: JsonObject): JsonObject {
  const { content, isError, ...rest } = isJsonObject(toolResult) ? withoutNull(toolResult) : result;
  return {
    ...rest,
    content: asList(content).map(repairContent),
    ...(isError === undefined ? {} : { isError: isError === true || isError === 'true' }),
  };
}

/** A message holds one block; servers also send a text, or several blocks. */
function repairMessages({ messages, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    messages: objectsIn(asList(messages)).flatMap(({ role, content }) =>
      asList(content).map((each) => ({
        role: role === 'assistant' ? 'assistant' : 'user',
        content: repairContent(each),
      })),
    ),
  };
}

function repairCompletion({ completion, ...rest }: JsonObject): JsonObject {
  const { values, total, hasMore } = isJsonObject(completion) ? completion : {};
  return {
    ...rest,
    completion: {
      values: asList(values).map(textIn),
      ...(typeof total === 'number' ? { total } : {}),
      ...(hasMore === true ? { hasMore } : {}),
    },
  };
}

function asList(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}
