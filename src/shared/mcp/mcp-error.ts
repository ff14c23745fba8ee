/** Why a server of tools cannot be used, as codes and facts; the page makes sentences of them. */

export type McpErrorType =
  /** No server of this id is set up. */
  | 'no_server'
  | 'switched_off'
  | 'bad_name'
  /** Another server's tools have this prefix already. */
  | 'name_taken'
  | 'bad_url'
  | 'bad_header'
  | 'too_many_servers'
  /** Its secrets are behind the user's passphrase. */
  | 'locked'
  | 'offline'
  /** Nothing answers there, or the connection broke. */
  | 'unreachable'
  /** Something answers, and does not let pages read it. */
  | 'cors'
  | 'mixed_content'
  /** The browser asks before a page may reach the local network, and the answer was no. */
  | 'local_network'
  | 'redirected'
  | 'needs_sign_in'
  | 'forbidden'
  | 'wrong_path'
  | 'not_mcp'
  /** None of the revisions of the protocol that we speak. */
  | 'unsupported_version'
  | 'server_error'
  | 'rate_limit'
  /** The server answered with an error of the protocol; `detail` is its message. */
  | 'refused'
  /** What it sent is none of what the protocol says. */
  | 'malformed'
  | 'message_too_large'
  | 'stream_too_large'
  | 'too_many_events'
  | 'silent'
  | 'timeout'
  | 'cancelled'
  /** It offers nothing of the kind. */
  | 'not_offered'
  /** Signing in: nobody is waiting for this answer. */
  | 'unknown_sign_in'
  /** Signing in: the user or the server said no; `detail` is the server's code. */
  | 'sign_in_refused'
  /** Signing in: the server neither registers this app nor was an id given. */
  | 'needs_client_id'
  /** Signing in: the server says nothing of how, or says it wrongly. */
  | 'sign_in_broken'
  | 'internal';

export type McpError = {
  type: McpErrorType;
  /** HTTP status, where there was one. */
  status?: number;
  /** The server's own words, a limit or a name, shortened and without secrets. */
  detail?: string;
  /** Where it was sent, without path or secrets. */
  host?: string;
};

export type McpAnswer<T> = { ok: true; value: T } | { ok: false; error: McpError };
