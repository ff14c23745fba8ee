/** What a user can be asked to allow, and the answers. */
import type { Elicitation, FilledForm } from '../mcp/elicitation.ts';
import type { CallId, PromptId, SessionId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { Question, Reply } from '../conversation/question.ts';

/** Permissions API names a tool may declare; the browser shows its own prompt for them. */
export const browserPermissions = [
  'geolocation',
  'notifications',
  'clipboard-read',
  'clipboard-write',
] as const;
export type BrowserPermission = (typeof browserPermissions)[number];

/** `denied` is for good: only the site settings change it. */
export type BrowserPermissionState = 'granted' | 'denied' | 'prompt' | 'unsupported';

export type PromptSubject =
  /** A private or loopback host, as in `URL.host`; remembered once allowed. */
  | { type: 'host'; host: string }
  /** The answer is the browser's: the page asks it when the user taps, or at once where no tap is needed. */
  | { type: 'permission'; permission: BrowserPermission }
  /** A tool in `ask` mode: the user sees the real arguments. An agent of the browser is answered for one call only. */
  | { type: 'approval'; arguments: JsonObject; isFromBrowser?: true }
  /** Of the model to the user, in the chat; nothing is allowed by its answer. */
  | ({ type: 'question' } & Question)
  /** Of a server of tools to the user, in the middle of a call. */
  | ({ type: 'elicitation' } & Elicitation);

/**
 * `allowed` is once for an approval, and remembered for the others. `session` and `always` answer approvals only.
 * `denied`: not this time, may be asked again. `blocked`: the browser will not ask again. `cancelled`: the call is over.
 * A `Reply` answers a question, a `FilledForm` the form of a server, and nothing else does; `denied` dismisses them.
 */
export type PromptAnswer =
  'allowed' | 'session' | 'always' | 'denied' | 'blocked' | 'cancelled' | Reply | FilledForm;

/** A question the engine waits on. */
export type Prompt = {
  id: PromptId;
  subject: PromptSubject;
  tool: string;
  /** What exactly is asked for, such as 'POST http://localhost:9/x' */
  detail?: string;
  call: CallId;
  /** Absent for calls outside a conversation. */
  session?: SessionId;
};

export type PermissionOverview = {
  hosts: string[];
  browser: { permission: BrowserPermission; state: BrowserPermissionState }[];
};

export const approvalModes = ['auto', 'ask', 'deny'] as const;
export type ApprovalMode = (typeof approvalModes)[number];
