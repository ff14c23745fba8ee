/** Prompts: questions of the engine to the user, and the answers. */
import type { BrowserPermission, BrowserPermissionState } from './browser-permission.ts';
import type { DeviceAction, DeviceOutcome } from './device-action.ts';
import type { Elicitation, FilledForm } from '../mcp/elicitation.ts';
import type { CallId, PromptId, SessionId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { Question, Reply } from '../conversation/question.ts';
import type { RequestFacts } from './request-facts.ts';

export type PromptSubject =
  /** A private or loopback host, as in `URL.host`; `allowed` is remembered, `once` holds for this call. */
  | { type: 'host'; host: string }
  /** The page requests it from the browser after a tap of the user. */
  | { type: 'permission'; permission: BrowserPermission }
  /** A git server, as in `URL.host`, wants a token. The page saves it with `api.git.saveToken` before it answers `allowed`. */
  | { type: 'git-token'; host: string }
  /** A tool in `ask` mode, with its arguments. For an agent of the browser (WebMCP) the answer holds for one call. */
  | { type: 'approval'; arguments: JsonObject; isFromBrowser?: true }
  /** A command that would empty the workspace or never end; asked in every approval mode, and each time. */
  | { type: 'danger'; arguments: JsonObject; danger: Danger }
  /** Guarded mode: text from outside is in the conversation, and this call would send its arguments somewhere. */
  | { type: 'outgoing'; to: Destination; source: OutsideSource; arguments: JsonObject }
  /** Text from outside is in the conversation, and this call would change what is remembered. */
  | ({ type: 'memory' } & MemoryChange)
  /**
   * Something that the page does only after a tap of the user, or that the user has to choose; the
   * answer holds for this call.
   */
  | { type: 'device'; action: DeviceAction }
  /** A question of the model; answering it grants nothing. */
  | ({ type: 'question' } & Question)
  /** A form or link of a tool server during a call. */
  | ({ type: 'elicitation' } & Elicitation);

/** What is dangerous about a command; `command` is the part of it that is, or the name of a function. */
export type Danger =
  | { type: 'everything' | 'top-files' | 'moves-out' | 'endless'; command: string }
  /** It may be dangerous, and is too complex to tell; `reason` is for models. */
  | { type: 'unchecked'; reason: string };

/** The words that would be stored or deleted. */
export type MemoryChange = {
  act: 'store' | 'forget';
  key: string;
  content: string;
  /** It is sent with every request, or will be. */
  isPinned?: true;
  /** The content of the memory that it replaces. */
  replaces?: string;
  /** Where the text from outside comes from. */
  sources: readonly OutsideSource[];
};

/** A host as in `URL.host`, or a tool server by its name. */
export type Destination = { type: 'host' | 'server'; name: string };

/** The source of a text that the user did not write. */
export type OutsideSource =
  | { type: 'page'; host: string }
  /** Results of a web search. */
  | { type: 'search' }
  /** The answer of a service that a tool contacts without naming it in its arguments. */
  | { type: 'service'; tool: string }
  | { type: 'server'; name: string }
  /** A file that was not written in this conversation; '' for several. */
  | { type: 'file'; path: string }
  /** Also content that another app or site shared. */
  | { type: 'attachment'; name: string }
  | { type: 'clipboard' }
  /** Contacts may contain text that other people wrote about themselves. */
  | { type: 'contacts' }
  /** An earlier chat that was searched, or a memory that was written beside text from outside. */
  | { type: 'history' };

/** What a conversation hands to one that it spawns, and back: where its text is from, and whether it has private data. */
export type CarriedText = { sources: OutsideSource[]; hasPrivate: boolean };

/**
 * `allowed` holds once for an approval, a dangerous command, an outgoing call or a memory, and is remembered for hosts.
 * `session` answers approvals and outgoing calls, `always` approvals only, `once` a host only. `denied`: may be asked again.
 * `blocked`: the browser will not ask again. `cancelled`: the call has ended. A `Reply` answers a question, a
 * `FilledForm` an elicitation and a `DeviceOutcome` an action; `denied` dismisses them. A failed
 * `DeviceOutcome` also answers a permission: the device lacks the hardware, or another app uses it.
 */
export type PromptAnswer =
  | ('allowed' | 'once' | 'session' | 'always' | 'denied' | 'blocked' | 'cancelled')
  | (Reply | FilledForm | DeviceOutcome);

/** Something the engine waits for the user to decide. */
export type Prompt = {
  id: PromptId;
  subject: PromptSubject;
  tool: string;
  /** What exactly is requested, such as `POST http://localhost:9/x`. */
  detail?: string;
  /** For a call that sends a request. */
  request?: RequestFacts;
  call: CallId;
  /** Absent for calls outside a session. */
  session?: SessionId;
};

export type PermissionOverview = {
  hosts: string[];
  browser: { permission: BrowserPermission; state: BrowserPermissionState }[];
};

/** The strictest last. */
export const approvalModes = ['auto', 'ask', 'deny'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

export function stricterMode(one: ApprovalMode, other: ApprovalMode): ApprovalMode {
  return approvalModes.indexOf(one) > approvalModes.indexOf(other) ? one : other;
}
