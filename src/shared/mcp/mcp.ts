/** Servers of the Model Context Protocol as the page sees them: their settings without secrets, their state, what they offer. */
import type { ServerId } from '../ids.ts';
import type { McpError } from './mcp-error.ts';
import type { ToolRefusal } from '../tools/external-tool.ts';

/** `auto`: Streamable HTTP, and the older SSE where a server knows nothing else. */
export const mcpTransports = ['auto', 'http', 'sse'] as const;
export type McpTransport = (typeof mcpTransports)[number];

/** Whether a server may ask the user's model, and how much a day that may take. */
export type McpSampling = { isOn: boolean; tokensPerDay: number };

/** What the user says of a server. Its name is for good: its tools are called by it. */
export type McpServerDraft = {
  /** Absent: a new one. */
  id?: ServerId;
  name: string;
  /** Shown instead of the name; empty shows the name. */
  title?: string;
  url: string;
  /** Absent keeps what is stored; at first `auto`. */
  transport?: McpTransport;
  /** All of them: absent keeps what is stored, empty forgets them. They are bound to the address, as keys are. */
  headers?: Record<string, string>;
  /** For servers that know this app by an id of its own instead of registering it. Empty forgets it. */
  clientId?: string;
  /** Absent keeps what is stored, empty forgets it. */
  clientSecret?: string;
  sampling?: McpSampling;
};

/** `none`: the server never asked for it. `needed_again`: the user is signed in, and that is not enough by now. */
export type McpSignIn = 'none' | 'needed' | 'signed_in' | 'needed_again';

export type McpState =
  | { type: 'off' }
  /** Set up, and not asked for since this tab was opened. */
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
  /** `retryAt`: when it is tried again by itself, in milliseconds since the epoch. */
  | { type: 'failed'; error: McpError; retryAt?: number };

/** What a changed tool said when it was accepted, and what it says now; texts only where they differ. */
export type McpToolChange = {
  /** As the server calls it, made visible; the name it has here is the same. */
  name?: { before: string; after: string };
  title?: { before: string; after: string };
  description?: { before: string; after: string };
  /** Its parameters, what it returns or its annotations are others. */
  parameters: boolean;
  annotations: boolean;
};

export type McpTool = {
  /** As in `ToolInfo.name`, which is how it is switched on and off. */
  name: string;
  /** As the server calls it, made visible. */
  original: string;
  title: string;
  description: string;
  /** What the server says it does; a hint, and nothing is allowed by it. */
  hints: { isReadOnly?: boolean; isDestructive?: boolean; reachesOut?: boolean };
  /** It is not the one that was accepted, and off until `acceptChanges`. */
  change?: McpToolChange;
  /** With `change`: exactly what it says now. Who accepts by this accepts nothing that came after it was shown. */
  mark?: string;
  /** With `change`: what it takes now, as JSON of which everything is seen. */
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
  /** Tokens of today that its requests to the model took. */
  sampledToday: number;
  signIn: McpSignIn;
  state: McpState;
  /** As last announced; of the last connection where there is none now. */
  tools: McpTool[];
  /** What else it offers, once it was connected. */
  offers: { resources: boolean; prompts: boolean; completions: boolean; logging: boolean };
  /** What the server says of its use; shown to the user, and never put into a prompt. */
  instructions: string;
};

export type McpResource = {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** Bytes, where the server says so. */
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

/** What is being filled in: an argument of a prompt, or a variable of a template. */
export type McpCompletionTarget = { type: 'prompt'; name: string } | { type: 'resource'; template: string };
export type McpCompletion = { values: string[]; hasMore: boolean };

export type McpLogLevel =
  'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** `server`: it said so itself. `app`: what this app saw of it, such as a request to the model. */
export type McpLogLine = { at: number; from: 'server' | 'app'; level: McpLogLevel; text: string };

export type McpImportRefusal =
  'no_url' | 'bad_url' | 'has_password' | 'bad_json' | 'bad_name' | 'bad_headers' | 'too_many';

/** A server that is a program on a computer (stdio): no page can start it, a relay there can. */
export type McpProgram = {
  name: string;
  /** The command and its arguments, as one would type them. */
  words: string[];
  /** The names of the environment variables it wants; their values may be secrets, and are not read. */
  variables: string[];
};

/** What a pasted address, link or configuration of another client comes to. Nothing is stored by reading it. */
export type McpImport = {
  drafts: McpServerDraft[];
  programs: McpProgram[];
  /** `detail` is the address or the header in question. */
  refused: { name: string; reason: McpImportRefusal; detail: string }[];
};

/** `tried`: the day on which a page really connected. `documented`: the day on which its documents were read. */
export type McpCatalogueEntry = {
  name: string;
  title: string;
  /** What it is for, in English, as its tools are. */
  about: string;
  url: string;
  transport: Exclude<McpTransport, 'auto'>;
  /** How it lets someone in: not at all guarded, by signing in, or by a key in this header. */
  entry: { type: 'open' } | { type: 'sign_in' } | { type: 'header'; header: string; prefix: string };
  evidence: { type: 'tried' | 'documented'; date: string; source: string };
};
export type McpCatalogue = { date: string; servers: McpCatalogueEntry[] };
