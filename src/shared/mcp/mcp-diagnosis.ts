/** The result of a connection diagnosis: one finding per step, and what the server's owner has to configure. */
import type { McpTransport } from './mcp.ts';
import type { McpError } from './mcp-error.ts';

/** In the order of the diagnosis. */
export const mcpSteps = [
  /** Whether the address is valid, and whether a page of this protocol (http or https) may request it. */
  'address',
  /** Whether anything answers, even if the page may not read the answer. */
  'reach',
  /** Whether a page may read the answers. */
  'cors',
  /** Whether a page may send the headers that are needed. */
  'headers',
  /** Whether the user has to sign in first. */
  'sign_in',
  /** Whether a page can read the session id. */
  'session',
  /** Whether it speaks the protocol. */
  'handshake',
  'tools',
] as const;
export type McpStep = (typeof mcpSteps)[number];

export type McpProblem =
  | McpError['type']
  /** The preflight refuses a header; `detail` names it. */
  | 'header_not_allowed';

export type McpFinding =
  | { step: McpStep; verdict: 'ok'; detail?: string }
  | { step: McpStep; verdict: 'problem'; problem: McpProblem; detail?: string; status?: number }
  /** An earlier step failed. */
  | { step: McpStep; verdict: 'skipped' };

export type McpDiagnosis = {
  url: string;
  ok: boolean;
  findings: McpFinding[];
  /** Only after a successful handshake. */
  transport?: Exclude<McpTransport, 'auto'>;
  protocol?: string;
  tools?: number;
  /** The CORS headers that the server has to send. */
  forOwner: {
    /** The origin of this app, as in `Access-Control-Allow-Origin`. */
    origin: string;
    methods: string[];
    allowHeaders: string[];
    exposeHeaders: string[];
  };
  /** Whether a relay on the user's computer would help: pages are refused, programs are not. */
  relayHelps: boolean;
};
