/** Finds out what a conversation contains that the user did not write, and which hosts they know. Pure. */
import { isBuiltIn, outsideNotice } from '#shared/tools/external-tool.ts';
import type { CallPart, Message, ResultPart } from '#shared/conversation/message.ts';
import { callsWithResults } from '#shared/conversation/message.ts';
import type { CallId } from '#shared/ids.ts';
import { outsideMark } from '#shared/memory/memory.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import type { ToolDefinition, ToolErrorType, ToolResult } from '#shared/tools/tool.ts';
import { isService, type Returned } from '#shared/tools/tool-exchange.ts';
import { requestedUrls } from '../requested-urls.ts';
import { hostsAskedBy, isRejected, isWithoutOutsideText, neverRan } from '../engine-facts.ts';
import { createOwnText, type OwnText } from './own-text.ts';
import { typedDataIn } from './typed-data.ts';
import { fullUrlsIn, urlsIn } from './urls-in-text.ts';
import { createWrittenText, type WrittenText } from './written-text.ts';

export type Trace = {
  /** The sources of text from outside, oldest first. Empty: nothing to guard against. */
  sources: readonly OutsideSource[];
  /**
   * True if the conversation contains data that only this device or a tool server has (a file, the clipboard, the
   * location), or a secret that the user typed.
   */
  hasPrivate: boolean;
  /** True if the user typed something about themselves, or numbers: a page could want it. */
  hasTyped: boolean;
  /** Origins of the whole addresses in the user's own messages. */
  named: ReadonlySet<string>;
  /** Also hosts without a scheme, which may be names of files, as https. */
  mentioned: ReadonlySet<string>;
  /** Origins that were sent a request. */
  visited: ReadonlySet<string>;
  /** Hosts that searches and similar calls contacted although no argument named them. */
  asked: ReadonlySet<string>;
  /**
   * URLs that the user wrote, that were requested, or that a result contained before the model wrote them.
   */
  urls: ReadonlySet<string>;
  /**
   * URLs that a search returned; their hosts need not be known. Once there is private data, only those of
   * searches made before any text from outside: such text may have chosen the query of a later search, and
   * the query determines its results.
   */
  found: ReadonlySet<string>;
  /** Number of URLs requested since the conversation contains private data. */
  requests: number;
};

type Draft = {
  sources: OutsideSource[];
  hasPrivate: boolean;
  hasTyped: boolean;
  named: Set<string>;
  mentioned: Set<string>;
  visited: Set<string>;
  asked: Set<string>;
  urls: Set<string>;
  found: Set<string>;
  foundFirst: Set<string>;
  requests: number;
  /**
   * Text that the model wrote into calls. A result that repeats a URL from it must not make that URL a known
   * link.
   */
  written: WrittenText;
  /** Text that the model wrote into files. */
  ownText: OwnText;
};

export type FindTool = (name: string) => ToolDefinition | undefined;

export function readTrace(messages: readonly Message[], find: FindTool): Trace {
  const draft: Draft = {
    ...{ sources: [], hasPrivate: false, hasTyped: false, requests: 0 },
    ...{ named: new Set(), mentioned: new Set(), visited: new Set(), asked: new Set(), urls: new Set() },
    ...{ found: new Set(), foundFirst: new Set() },
    ...{ written: createWrittenText(), ownText: createOwnText() },
  };
  for (const message of messages) {
    addMemories(draft, message);
    if (message.role === 'user') addUserMessage(draft, message);
    else {
      const calls = callsWithResults(message);
      for (const { call } of calls) draft.written.add(call.arguments);
      for (const { call, result } of calls) if (result) addResult(draft, call, result, find(call.name));
    }
  }
  return { ...draft, found: draft.hasPrivate ? draft.foundFirst : draft.found };
}

/**
 * The messages that the model had read when it wrote this call: not the results of the same reply, but the
 * memories given with its request.
 */
export function readBefore(call: CallId, messages: readonly Message[]): readonly Message[] {
  const at = messages.findLastIndex(({ parts }) =>
    parts.some((part) => part.type === 'call' && part.id === call),
  );
  const own = messages[at];
  if (!own) return messages;
  return [...messages.slice(0, at), { ...own, parts: own.parts.filter(({ type }) => type === 'note') }];
}

/** Memories that the model was told; older chats name them in the answer. */
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
    if (part.type === 'note' && part.note.type === 'inherited') {
      draft.sources.push(...part.note.sources);
      draft.hasPrivate ||= part.note.hasPrivate;
    } else if (part.type === 'text' && !isPlanted) addNamed(draft, part.text);
    else if (part.type === 'image' || part.type === 'file') {
      draft.hasPrivate = true;
      draft.sources.push({ type: 'attachment', name: part.name ?? '' });
    }
  }
}

/** Errors of calls that sent nothing, or for which it is uncertain. */
const neverSent: readonly ToolErrorType[] = [...neverRan, 'validation_error', 'cancelled', 'interrupted'];
/** Errors of calls without a response; the message of any other error may quote the response. */
const unanswered: readonly ToolErrorType[] = [...neverSent, 'network_error', 'timeout'];

function addResult(
  draft: Draft,
  call: CallPart,
  { result }: ResultPart,
  tool: ToolDefinition | undefined,
): void {
  const errorType = result.status === 'error' ? result.error_type : undefined;
  if (isRejected(result) && !quotesServer(result)) return;
  // Errors count, too: their message was written by the server. A tool that is unknown by now was a server's.
  if (!tool || !isBuiltIn(tool)) {
    draft.hasPrivate = true;
    draft.sources.push({ type: 'server', name: serverOf(call.name) });
    return;
  }
  const { returns } = tool;
  // A validation error brings nothing from outside, except if it may quote a file.
  if (errorType === 'validation_error' && !returns.some(isOfFiles)) return;
  const isFirst = draft.sources.length === 0;
  addRequests(draft, call, result, tool);
  addReturned(draft, call, result, tool);
  if (result.status === 'success' && isAnswer(call, tool))
    addLinks(draft, textOf(result.result), tool, isFirst);
}

function addReturned(draft: Draft, call: CallPart, result: ToolResult, tool: ToolDefinition): void {
  const { name, returns } = tool;
  if (result.status === 'success') draft.ownText.add({ name, arguments: call.arguments });
  for (const returned of isWithoutOutsideText(result) ? [] : returns) {
    const source = sourceOf[returned]?.(draft, call, result, tool);
    if (source) draft.sources.push(source);
  }
  draft.hasPrivate ||= returns.some((each) => privateParts.includes(each));
}

/** Parts of a result that only this device has. */
const privateParts: readonly Returned[] = [
  ...(['file', 'output', 'clipboard', 'contacts'] as const),
  ...(['private', 'kept', 'history'] as const),
];

function isOfFiles(returned: Returned): boolean {
  return returned === 'file' || returned === 'output';
}

type FindSource = (
  draft: Draft,
  call: CallPart,
  result: ToolResult,
  tool: ToolDefinition,
) => OutsideSource | undefined;

/** The source of each part that the user did not write; the model may have written it. */
const sourceOf: Readonly<Record<Returned, FindSource | undefined>> = {
  'own-words': undefined,
  private: undefined,
  file: fileIn,
  output: fileIn,
  // A page by its address is added with its request.
  page: (_draft, _call, _result, { contacts, name }) =>
    isService(contacts) ? { type: 'service', tool: name } : undefined,
  // Anyone may have written the results. The service itself is known, and only the query was sent.
  search: () => ({ type: 'search' }),
  clipboard: () => ({ type: 'clipboard' }),
  contacts: () => ({ type: 'contacts' }),
  kept: (_draft, _call, result) => (isMarked(result) ? { type: 'history' } : undefined),
  history: () => ({ type: 'history' }),
  server: (_draft, { name }) => ({ type: 'server', name: serverOf(name) }),
};

function isMarked(result: ToolResult): boolean {
  return result.status === 'success' && textOf(result.result).includes(outsideMark);
}

/** The source of content of files that the model did not write itself. */
function fileIn(
  { ownText }: Draft,
  { arguments: { path } }: CallPart,
  result: ToolResult,
  { name }: ToolDefinition,
): OutsideSource | undefined {
  if (ownText.isAll(name, result)) return undefined;
  return { type: 'file', path: typeof path === 'string' ? path : '' };
}

function addNamed(draft: Draft, text: string): void {
  const data = typedDataIn(text);
  draft.hasTyped ||= data !== 'none';
  draft.hasPrivate ||= data === 'secret';
  for (const { origin } of fullUrlsIn(text)) draft.named.add(origin);
  for (const { origin, href } of urlsIn(text)) {
    draft.mentioned.add(origin);
    draft.urls.add(href);
  }
}

/** True if the error quotes the server's own explanation. */
function quotesServer(result: ToolResult): boolean {
  return result.status === 'error' && result.message.includes(outsideNotice);
}

function addRequests(
  draft: Draft,
  { arguments: values }: CallPart,
  result: ToolResult,
  tool: ToolDefinition,
): void {
  const errorType = result.status === 'error' ? result.error_type : undefined;
  if (errorType && neverSent.includes(errorType)) return;
  if (isService(tool.contacts)) for (const host of hostsAskedBy(result)) draft.asked.add(host);
  const hasAnswer = !errorType || !unanswered.includes(errorType);
  for (const url of requestedUrls(values, tool)) {
    draft.visited.add(url.origin);
    draft.urls.add(url.href);
    if (draft.hasPrivate) draft.requests++;
    if (hasAnswer) draft.sources.push({ type: 'page', host: url.host });
  }
}

/**
 * True if links in the result may be followed: those of searches and requested pages. Files, shells and tool
 * servers can repeat what the model gave them.
 */
function isAnswer({ arguments: values }: CallPart, tool: ToolDefinition): boolean {
  return tool.returns.includes('search') || requestedUrls(values, tool).length > 0;
}

/** `mcp__github__search` is a tool of `github`. */
export function serverOf(tool: string): string {
  return tool.split('__')[1] ?? tool;
}

/**
 * Adds the URLs in a result, except those that the model wrote before, because services and pages repeat
 * their input.
 */
function addLinks(draft: Draft, text: string, { returns }: ToolDefinition, isFirst: boolean): void {
  const isSearch = returns.includes('search');
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
