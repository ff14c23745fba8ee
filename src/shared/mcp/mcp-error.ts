/** Why a tool server (MCP) cannot be used, as codes and facts; the page makes sentences of them. */

export type McpErrorType =
  /** No server of this id is set up. */
  | 'no_server'
  | 'switched_off'
  | 'bad_name'
  /** Another server has the same prefix for its tools. */
  | 'name_taken'
  | 'bad_url'
  | 'bad_header'
  | 'too_many_servers'
  /** Its secrets are in the vault, which is locked. */
  | 'locked'
  | 'offline'
  /** Nothing answers there, or the connection broke. */
  | 'unreachable'
  /** The server answers, and does not let pages read it. */
  | 'cors'
  /** The server has sessions, and does not let pages read their id. */
  | 'session_not_exposed'
  | 'mixed_content'
  /** The user denied the browser's prompt for access to the local network. */
  | 'local_network'
  | 'redirected'
  | 'needs_sign_in'
  | 'forbidden'
  | 'wrong_path'
  | 'not_mcp'
  /** The server speaks no revision of the protocol that this app knows. */
  | 'unsupported_version'
  | 'server_error'
  | 'rate_limit'
  /** The server answered with a protocol error; `detail` is its message. */
  | 'refused'
  /** The message does not follow the protocol. */
  | 'malformed'
  | 'message_too_large'
  | 'stream_too_large'
  | 'too_many_events'
  | 'silent'
  | 'timeout'
  | 'cancelled'
  /** The server does not offer this. */
  | 'not_offered'
  /** Signing in: no pending sign-in matches this answer. */
  | 'unknown_sign_in'
  /** Signing in: the user or the server refused; `detail` is the server's code. */
  | 'sign_in_refused'
  /** Signing in: the server does not register clients, and the user entered no client id. */
  | 'needs_client_id'
  /** Signing in: the server's sign-in configuration is missing or invalid. */
  | 'sign_in_broken'
  | 'internal';

export type McpError = {
  type: McpErrorType;
  /** HTTP status, where there was one. */
  status?: number;
  /** The server's message, a limit or a name, shortened and without secrets. */
  detail?: string;
  /** The host the request went to. */
  host?: string;
};

export type McpAnswer<T> = { ok: true; value: T } | { ok: false; error: McpError };
