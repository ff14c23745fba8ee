/** What a conversation holds that the user did not write, and which hosts they know of. Pure. */
import { isExternalName, outsideNotice } from '#shared/tools/external-tool.ts';
import type { CallPart, Message, ResultPart } from '#shared/conversation/message.ts';
import { callsWithResults } from '#shared/conversation/message.ts';
import type { CallId } from '#shared/ids.ts';
import { outsideMark } from '#shared/memory/memory.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import { resultMedia, type ToolDefinition, type ToolErrorType, type ToolResult } from '#shared/tools/tool.ts';
import { requestedUrls } from '../requested-urls.ts';
import { asksService, hostsAskedBy } from '../service-hosts.ts';
import { createOwnText, type OwnText } from './own-text.ts';
import { urlsIn } from './urls-in-text.ts';
import { createWrittenText, type WrittenText } from './written-text.ts';

export type Trace = {
  /** Where text from outside came from, oldest first. Empty: nothing to guard against. */
  sources: readonly OutsideSource[];
  /** It holds what only this device knows: a file, the clipboard, the location. */
  hasPrivate: boolean;
  /** Hosts in the user's own messages, as in `URL.host`. */
  named: ReadonlySet<string>;
  /** Hosts that were sent a request. */
  visited: ReadonlySet<string>;
  /** Hosts that searches and other calls asked and no argument named. */
  asked: ReadonlySet<string>;
  /** Addresses that the user wrote, that were requested, or that an answer held before the model wrote them. */
  urls: ReadonlySet<string>;
  /**
   * Addresses that a search found, of hosts that need not be known. While there is something private, only those of
   * searches that were made before any text from outside: another text may have chosen the words of a later one, and
   * the words the result.
   */
  found: ReadonlySet<string>;
  /** How many addresses were requested since there is something private. */
  requests: number;
};

type Draft = {
  sources: OutsideSource[];
  hasPrivate: boolean;
  named: Set<string>;
  visited: Set<string>;
  asked: Set<string>;
  urls: Set<string>;
  found: Set<string>;
  foundFirst: Set<string>;
  requests: number;
  /** What the model wrote into calls: a result that repeats an address of it must not make that a link. */
  written: WrittenText;
  /** What the model wrote into files. */
  ownText: OwnText;
};

type FindTool = (name: string) => ToolDefinition | undefined;

export function readTrace(messages: readonly Message[], find: FindTool): Trace {
  const draft: Draft = {
    ...{ sources: [], hasPrivate: false, requests: 0 },
    ...{ named: new Set(), visited: new Set(), asked: new Set(), urls: new Set() },
    ...{ found: new Set(), foundFirst: new Set() },
    ...{ written: createWrittenText(), ownText: createOwnText() },
  };
  for (const message of messages) {
    if (message.role === 'user') addUserMessage(draft, message);
    else {
      addMemories(draft, message);
      const calls = callsWithResults(message);
      for (const { call } of calls) draft.written.add(call.arguments);
      for (const { call, result } of calls) if (result) addResult(draft, call, result, find(call.name));
    }
  }
  return { ...draft, found: draft.hasPrivate ? draft.foundFirst : draft.found };
}

/** What the model had read when it wrote this call: results of the same reply are not in it, the memories it was given are. */
export function readBefore(call: CallId, messages: readonly Message[]): readonly Message[] {
  const at = messages.findLastIndex(({ parts }) =>
    parts.some((part) => part.type === 'call' && part.id === call),
  );
  const own = messages[at];
  if (!own) return messages;
  return [...messages.slice(0, at), { ...own, parts: own.parts.filter(({ type }) => type === 'note') }];
}

/** Memories that were given to the model with a request. */
function addMemories(draft: Draft, { parts }: Message): void {
  for (const part of parts) {
    if (part.type !== 'note' || part.note.type !== 'memories') continue;
    draft.hasPrivate = true;
    if (part.note.used.some((memory) => memory.isFromOutside)) draft.sources.push({ type: 'history' });
  }
}

function addUserMessage(draft: Draft, { parts }: Message): void {
  const isPlanted = parts.some((part) => part.type === 'note' && part.note.type === 'planted');
  if (isPlanted) draft.sources.push({ type: 'history' });
  for (const part of parts) {
    if (part.type === 'text' && !isPlanted)
      for (const url of urlsIn(part.text)) {
        draft.named.add(url.host);
        draft.urls.add(url.href);
      }
    else if (part.type === 'image' || part.type === 'file') {
      draft.hasPrivate = true;
      draft.sources.push({ type: 'attachment', name: part.name ?? '' });
    }
  }
}

/** The call was refused before it ran: it brought nothing. */
const neverRan: readonly ToolErrorType[] = [
  'tool_not_found',
  'tool_not_available',
  'permission_denied',
  'path_not_allowed',
];
/** Nothing was sent, or it is uncertain. */
const neverSent: readonly ToolErrorType[] = [...neverRan, 'validation_error', 'cancelled', 'interrupted'];
/** No answer came; other errors may quote it. */
const unanswered: readonly ToolErrorType[] = [...neverSent, 'network_error', 'timeout'];

function addResult(
  draft: Draft,
  call: CallPart,
  { result }: ResultPart,
  tool: ToolDefinition | undefined,
): void {
  const errorType = result.status === 'error' ? result.error_type : undefined;
  if (errorType && neverRan.includes(errorType) && !quotesServer(result)) return;
  // Also of an error: it is in the server's words.
  if (isExternalName(call.name))
    return void draft.sources.push({ type: 'server', name: serverOf(call.name) });
  // A tool that uses files may show one in what it says of wrong arguments.
  if (!tool || (errorType === 'validation_error' && !usesFiles(tool))) return;
  const isFirst = draft.sources.length === 0;
  addRequests(draft, call, result, tool);
  const source = serviceOf(tool) ?? fileIn(draft, call, result, tool) ?? recalledIn({ result }, tool);
  if (source) draft.sources.push(source);
  if (result.status === 'success' && isAnswer(call, tool))
    addLinks(draft, textOf(result.result), tool, isFirst);
  draft.hasPrivate ||= isPrivate(tool, result);
}

/** A server that refuses a request says why in its own words. */
function quotesServer(result: ToolResult): boolean {
  return result.status === 'error' && result.message.includes(outsideNotice);
}

/** Location and clipboard, memories, other chats; pictures. */
function isPrivate({ capabilities }: ToolDefinition, result: ToolResult): boolean {
  const isTold = capabilities.some((each) => ['host', 'memory', 'tasks', 'sessions'].includes(each));
  return isTold || resultMedia(result).length > 0;
}

/** Old chats hold pages and files; a memory says of itself where it was written beside such text. */
function recalledIn(
  { result }: Pick<ResultPart, 'result'>,
  { capabilities }: ToolDefinition,
): OutsideSource | undefined {
  const isOutside =
    capabilities.includes('sessions') ||
    ((capabilities.includes('memory') || capabilities.includes('tasks')) &&
      result.status === 'success' &&
      textOf(result.result).includes(outsideMark));
  return isOutside ? { type: 'history' } : undefined;
}

function addRequests(
  draft: Draft,
  { arguments: values }: CallPart,
  result: ToolResult,
  tool: ToolDefinition,
): void {
  const errorType = result.status === 'error' ? result.error_type : undefined;
  if (errorType && neverSent.includes(errorType)) return;
  if (asksService(tool)) for (const host of hostsAskedBy(result)) draft.asked.add(host);
  const hasAnswer = !errorType || !unanswered.includes(errorType);
  for (const url of requestedUrls(values, tool)) {
    draft.visited.add(url.host);
    draft.urls.add(url.href);
    if (draft.hasPrivate) draft.requests++;
    if (hasAnswer) draft.sources.push({ type: 'page', host: url.host });
  }
}

/** As the user reads it in a question: results have many hosts. */
const searchedHost = 'web search';

/** Text that a service other than a web page brought, or another app. */
function serviceOf(tool: ToolDefinition): OutsideSource | undefined {
  if (tool.permissions.includes('clipboard-read')) return { type: 'clipboard' };
  // What is found was written by anyone; its hosts are known, and nothing but the words of the search was sent.
  if (tool.capabilities.includes('search')) return { type: 'page', host: searchedHost };
  if (tool.features?.includes('contacts')) return { type: 'contacts' };
  // It asks a service that no argument names; the user knows it by the tool.
  if (asksService(tool)) return { type: 'page', host: tool.title };
  return undefined;
}

/** Text of files that was not written here. */
function fileIn(
  draft: Draft,
  call: CallPart,
  result: ToolResult,
  tool: ToolDefinition,
): OutsideSource | undefined {
  // It shows files to the user or to another app, and says nothing of what is in them.
  const isForOthers = tool.category === 'device' && !tool.capabilities.includes('files.write');
  if (!usesFiles(tool) || isForOthers) return undefined;
  if (result.status === 'success') draft.ownText.add({ name: tool.name, arguments: call.arguments });
  // One that reads, and whose path was left out, may still have read something.
  if (tool.touches && !tool.touches.reads) return undefined;
  draft.hasPrivate = true;
  if (draft.ownText.isAll(tool.name, result)) return undefined;
  const { path } = call.arguments;
  return { type: 'file', path: typeof path === 'string' ? path : '' };
}

/** What a background process has printed is read without a port to the files, but it had one. */
function usesFiles({ capabilities }: ToolDefinition): boolean {
  return capabilities.some((each) => ['files.read', 'files.write', 'shell'].includes(each));
}

/** Its text has links that the user may want followed; files, shells and tool servers repeat what they are given. */
function isAnswer({ arguments: values }: CallPart, tool: ToolDefinition): boolean {
  return tool.capabilities.includes('search') || requestedUrls(values, tool).length > 0;
}

/** `mcp__github__search` is a tool of `github`. */
export function serverOf(tool: string): string {
  return tool.split('__')[1] ?? tool;
}

/** Without what the model wrote before: services, pages and messages repeat the words they were asked with. */
function addLinks(draft: Draft, text: string, { capabilities }: ToolDefinition, isFirst: boolean): void {
  const isSearch = capabilities.includes('search');
  for (const url of urlsIn(text)) {
    if (draft.written.has(url)) continue;
    draft.urls.add(url.href);
    if (isSearch) draft.found.add(url.href);
    if (isSearch && isFirst) draft.foundFirst.add(url.href);
  }
}

function textOf(result: string | readonly { type: string; text?: string }[]): string {
  if (typeof result === 'string') return result;
  return result.map(({ text = '' }) => text).join('\n');
}
