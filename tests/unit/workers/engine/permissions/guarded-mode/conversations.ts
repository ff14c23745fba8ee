/** Short conversations for the tests of guarded mode, each with the call that follows. */
import { asId, newId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import type { ToolDefinition, ToolResult } from '#shared/tools/tool.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { isService, type Contacts } from '#shared/tools/tool-exchange.ts';
import { aliases } from '#shared/tools/tool-aliases.ts';

export type Call = [tool: string, values: JsonObject];
/**
 * `user`: typed text. `call`: a finished call with its result. `asked`: the hosts in its metadata, by default
 * those of `serviceHosts`.
 */
export type ConversationEntry =
  | { user: string }
  /** The prompt of a task that an agent wrote beside outside text. */
  | { planted: string }
  | { attached: string }
  | {
      call: Call;
      result?: string;
      error?: ToolResult & { status: 'error' };
      asked?: readonly string[];
      /** The engine knows that its result is without text from outside. */
      isOwn?: true;
    };

/**
 * Hosts that a call contacts although no argument names them. A code search has another host for each
 * language.
 */
export function serviceHosts(contacts: Contacts, { language = 'any' }: JsonObject): string[] {
  if (!isService(contacts)) return [];
  if (contacts.type !== 'search') return ['where.example'];
  return [
    'questions.example',
    contacts.purpose === 'web' ? 'pages.example' : `${language as string}.docs.example`,
  ];
}

/** Finds a built-in tool, or makes up a server's tool with this name. */
export function findTool(name: string): ToolDefinition | undefined {
  const own = Object.hasOwn(aliases, name) ? aliases[name] : name;
  const [prefix, server, tool] = name.split('__');
  if (tool === undefined) return definitions.find((tool) => tool.name === own);
  return {
    ...{
      source: `${prefix}__${server}`,
      name,
      title: name,
      description: '',
      category: 'network',
      permissions: [],
    },
    ...{ parameters: { type: 'object', properties: {} }, capabilities: ['network'], timeoutSeconds: 30 },
    ...{ runs: 'engine', repeatable: false, returns: ['server'], contacts: { type: 'server' } },
  };
}

/** The conversation with the call as its last step, as the permission gate sees it. */
export function conversation(entries: readonly ConversationEntry[], [name, values]: Call) {
  const call = newId('call');
  const steps = [...entries, { call: [name, values] as Call, id: call }];
  const messages = steps.map((entry, index): Message => ({
    id: asId<'message'>(`m${index}`),
    session: asId<'session'>('s'),
    parent: index === 0 ? null : asId<'message'>(`m${index - 1}`),
    order: index + 1,
    run: asId<'run'>('r'),
    role: 'call' in entry ? 'assistant' : 'user',
    parts: partsOf(entry),
    at: 0,
  }));
  const tool = findTool(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return {
    messages,
    request: { call, tool, arguments: values, serviceHosts: serviceHosts(tool.contacts, values) },
  };
}

function partsOf(entry: ConversationEntry | (ConversationEntry & { call: Call; id: string })): Part[] {
  if ('user' in entry) return [{ type: 'text', text: entry.user }];
  if ('planted' in entry)
    return [
      { type: 'note', note: { type: 'planted' } },
      { type: 'text', text: entry.planted },
    ];
  if ('attached' in entry)
    return [
      { type: 'file', media_type: 'text/plain', blob: asId<'blob'>('b'), bytes: 1, name: entry.attached },
    ];
  const [name, values] = entry.call;
  const isNewest = 'id' in entry;
  const id = asId<'call'>(isNewest ? entry.id : newId('call'));
  const part: Part = { type: 'call', id, name, arguments: values, status: isNewest ? 'pending' : 'success' };
  if (isNewest) return [part];
  const found = findTool(name);
  const asked = entry.asked ?? (entry.error || !found ? [] : serviceHosts(found.contacts, values));
  const result: ToolResult = {
    ...(entry.error ?? { status: 'success', result: entry.result ?? 'done' }),
    ...(asked.length > 0 && { metadata: { asked_hosts: asked.join('\n') } }),
    ...(entry.isOwn && { metadata: { outside_text: 'none' } }),
  };
  return [part, { type: 'result', call: id, result, duration_ms: 1 }];
}
