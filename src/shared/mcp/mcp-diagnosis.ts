/** What the connection doctor found: step by step, in codes and facts, with what the server's owner has to know. */
import type { McpTransport } from './mcp.ts';
import type { McpError } from './mcp-error.ts';

/** In the order in which they are taken. */
export const mcpSteps = [
  /** The address itself, and whether a page of this protocol may ask there. */
  'address',
  /** Whether anything answers, read or not. */
  'reach',
  /** Whether a page may read the answers. */
  'cors',
  /** Whether a page may send the headers that are needed. */
  'headers',
  /** Whether it wants the user to sign in first. */
  'sign_in',
  /** Whether a page can read the name of the session. */
  'session',
  /** Whether it speaks the protocol. */
  'handshake',
  'tools',
] as const;
export type McpStep = (typeof mcpSteps)[number];

export type McpProblem =
  | McpError['type']
  /** The preflight refuses a header; `detail` names it. */
  | 'header_not_allowed'
  /** The server has sessions, and does not let pages read their name. */
  | 'session_not_exposed';

export type McpFinding =
  | { step: McpStep; verdict: 'ok'; detail?: string }
  | { step: McpStep; verdict: 'problem'; problem: McpProblem; detail?: string; status?: number }
  /** A step before it failed. */
  | { step: McpStep; verdict: 'skipped' };

export type McpReport = {
  url: string;
  ok: boolean;
  findings: McpFinding[];
  /** What was used where it worked. */
  transport?: Exclude<McpTransport, 'auto'>;
  protocol?: string;
  tools?: number;
  /** For a text to the server's owner: what it would have to answer. */
  forOwner: {
    /** The origin of this app, as in `Access-Control-Allow-Origin`. */
    origin: string;
    methods: string[];
    allowHeaders: string[];
    exposeHeaders: string[];
  };
  /** Whether a relay on a computer of the user's would help: pages are refused, programs are not. */
  relayHelps: boolean;
};
