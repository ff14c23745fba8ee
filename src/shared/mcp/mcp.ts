/** Tool servers (MCP) as the page sees them: settings without secrets, state, and what they offer. */
import type { ServerId } from '../ids.ts';
import type { McpError } from './mcp-error.ts';
import type { ToolRefusal } from '../tools/external-tool.ts';

/** `auto`: Streamable HTTP, or the older SSE transport where a server knows nothing else. */
export const mcpTransports = ['auto', 'http', 'sse'] as const;
export type McpTransport = (typeof mcpTransports)[number];

/** Whether a server may use the user's model (sampling), and its tokens per day. */
export type McpSampling = { isOn: boolean; tokensPerDay: number };

/** What the user enters for a server. The name cannot be changed later: it is the prefix of its tools. */
export type McpServerDraft = {
  /** Absent: a new one. */
  id?: ServerId;
  name: string;
  /** Shown instead of the name; '' shows the name. */
  title?: string;
  url: string;
  /** Absent keeps the stored value, `auto` at first. */
  transport?: McpTransport;
  /**
   * All headers: absent keeps the stored ones, empty removes them. Bound to the address, like all secrets.
   */
  headers?: Record<string, string>;
  /** For servers that do not register clients. '' removes it. */
  clientId?: string;
  /** Absent keeps the stored value, '' removes it. */
  clientSecret?: string;
  sampling?: McpSampling;
  /** For a new server; absent: on. */
  enabled?: boolean;
};

/** `none`: the server never asked for it. `needed_again`: the user is signed in, but has to sign in again. */
export type McpSignIn = 'none' | 'needed' | 'signed_in' | 'needed_again';

export type McpState =
  | { type: 'off' }
  /** Not used since this tab was opened. */
  | { type: 'idle' }
  | { type: 'connecting' }
  /** `protocol` is the revision of the protocol, such as `2026-07-28`. */
  | {
      type: 'ready';
      protocol: string;
      transport: Exclude<McpTransport, 'auto'>;
      server?: string;
      version?: string;
    }
  | { type: 'needs_sign_in' }
  /** `retryAt`: when it reconnects by itself, in milliseconds since the epoch. */
  | { type: 'failed'; error: McpError; retryAt?: number };

/**
 * The definition of a changed tool when it was accepted, and its definition now; texts only if they differ.
 */
export type McpToolChange = {
  /** The server's own name for it, made printable; the local name is the same. */
  name?: { before: string; after: string };
  title?: { before: string; after: string };
  description?: { before: string; after: string };
  /** The input or output schema changed. */
  parameters: boolean;
  annotations: boolean;
};

export type McpTool = {
  /** As in `ToolInfo.name`, by which it is switched on and off. */
  name: string;
  /** The server's own name for it, made printable. */
  original: string;
  title: string;
  description: string;
  /** The server's annotations; nothing is allowed because of them. */
  hints: { isReadOnly?: boolean; isDestructive?: boolean; reachesOut?: boolean };
  /** How it differs from the accepted version; it is off until `acceptChanges`. */
  change?: McpToolChange;
  /** With `change`: identifies exactly this version, so that accepting it accepts nothing announced later. */
  mark?: string;
  /** With `change`: the new input schema as JSON, without invisible characters. */
  schema?: string;
  /** Why it cannot be used. */
  refusal?: ToolRefusal;
};

export type McpServerInfo = {
  id: ServerId;
  name: string;
  title: string;
  url: string;
  transport: McpTransport;
  /** Their names; the values stay in the vault. */
  headers: string[];
  clientId: string;
  hasClientSecret: boolean;
  enabled: boolean;
  sampling: McpSampling;
  /** Tokens that its sampling requests used today. */
  sampledToday: number;
  signIn: McpSignIn;
  state: McpState;
  /** As the server last announced them, in this connection or an earlier one. */
  tools: McpTool[];
  /** Its other offers, as far as known from a connection. */
  offers: { resources: boolean; prompts: boolean; completions: boolean; logging: boolean };
  /** The server's instructions; shown to the user, and never part of a system prompt. */
  instructions: string;
};

export type McpResource = {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** Bytes; absent if the server does not report the size. */
  size?: number;
};

/** `template` is an RFC 6570 template; `variables` are the names in it. */
export type McpResourceTemplate = {
  template: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  variables: string[];
};

export type McpResources = { resources: McpResource[]; templates: McpResourceTemplate[] };

/** A part of a resource or of a prompt: text, or bytes. */
export type McpContent =
  | { type: 'text'; text: string; mimeType: string; uri?: string }
  | { type: 'blob'; blob: Blob; mimeType: string; uri?: string; name?: string };

export type McpPrompt = {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; title: string; description: string; isRequired: boolean }[];
};

export type McpPromptText = { messages: { role: 'user' | 'assistant'; content: McpContent[] }[] };

/** The target of a completion: an argument of a prompt, or a variable of a template. */
export type McpCompletionTarget = { type: 'prompt'; name: string } | { type: 'resource'; template: string };
export type McpCompletion = { values: string[]; hasMore: boolean };

export type McpLogLevel =
  'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** `server`: logged by the server. `app`: by this app about it, such as a sampling request. */
export type McpLogLine = { at: number; from: 'server' | 'app'; level: McpLogLevel; text: string };

export type McpImportRefusal =
  'no_url' | 'bad_url' | 'has_password' | 'bad_json' | 'bad_name' | 'bad_headers' | 'too_many';

/** A server that is a program on a computer (stdio): no page can start it, a relay there can. */
export type McpProgram = {
  name: string;
  /** The command and its arguments. */
  words: string[];
  /** Names of its environment variables; the values may be secrets, and are not read. */
  variables: string[];
};

/** The content of a pasted address, link or configuration of another client. Reading it stores nothing. */
export type McpImport = {
  drafts: McpServerDraft[];
  programs: McpProgram[];
  /** `detail` is the address or the header in question. */
  refused: { name: string; reason: McpImportRefusal; detail: string }[];
};

/** `tried`: a page connected on this date. `documented`: its documentation was read on this date. */
export type McpCatalogueEntry = {
  name: string;
  title: string;
  /** Its purpose, in English, like its tools. */
  about: string;
  url: string;
  transport: Exclude<McpTransport, 'auto'>;
  /** How one gets access: open, by signing in, or by a key in this header. */
  entry: { type: 'open' } | { type: 'sign_in' } | { type: 'header'; header: string; prefix: string };
  evidence: { type: 'tried' | 'documented'; date: string; source: string };
};
export type McpCatalogue = { date: string; servers: McpCatalogueEntry[] };
