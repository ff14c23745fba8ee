/**
 * How real tool servers (MCP) answer over HTTP when it is not as the specification says, in our own words.
 * `source`: repository and thread; `own` where we know no report.
 */
type Reply = { status?: number; type?: string; body?: unknown };

type HttpRow = {
  source: string;
  what: string;
  /** Replaces the answer to each notification. */
  notified?: Reply;
  /** Replaces the answer to the request for a stream of messages. */
  listened?: Reply;
  /** Replaces the first answer to a call, or each of them; a function gets the id of the request. */
  called?: (id: unknown) => Reply;
  isOnce?: true;
  /** `says`: the result, or else a part of the error. */
  comes: { says: string | RegExp };
};

const content = { content: [{ type: 'text', text: 'fine' }] };
const message = (id: unknown, fields: object = { result: content }) => ({ jsonrpc: '2.0', id, ...fields });
const event = (id: unknown, fields?: object) =>
  `event: message\ndata: ${JSON.stringify(message(id, fields))}\n\n`;
const error = (id: unknown, code: unknown, text: unknown) => message(id, { error: { code, message: text } });

const fine = { says: 'fine' };
/** What a good server answers to the second try. */
const again = { says: 'echo' };

export const httpRows: readonly HttpRow[] = [
  {
    source: 'chatwise-releases#1360',
    what: '204 to a notification',
    notified: { status: 204 },
    comes: again,
  },
  {
    source: 'helidon-io/helidon-mcp#175',
    what: '200 without a body to a notification',
    notified: {},
    comes: again,
  },
  {
    source: 'mcp-go#717',
    what: '202 with a text to a notification',
    notified: { status: 202, type: 'text/plain', body: 'Accepted' },
    comes: again,
  },
  { source: 'own', what: '200 with {} to a notification', notified: { body: {} }, comes: again },
  {
    source: 'own',
    what: '200 with a result without an id to a notification',
    notified: { body: { jsonrpc: '2.0', id: null, result: null } },
    comes: again,
  },
  {
    source: 'chrisns/govreposcrape#356',
    what: 'an error to a notification, with status 200',
    notified: { body: error(null, -32600, 'Invalid Request') },
    comes: again,
  },
  {
    source: 'own',
    what: 'an error to a notification, with status 400',
    notified: { status: 400, body: error(null, -32601, 'Method not found') },
    comes: again,
  },
  {
    source: 'modelcontextprotocol/typescript-sdk#2730',
    what: '400 without a body to a notification',
    notified: { status: 400 },
    comes: again,
  },
  {
    source: 'QwenLM/qwen-code#8784',
    what: '404 to the request for a stream',
    listened: { status: 404 },
    comes: again,
  },
  {
    source: 'hyperdxio/hyperdx#2686',
    what: '400 to the request for a stream',
    listened: { status: 400 },
    comes: again,
  },
  {
    source: 'f/prompts.chat#1117',
    what: '200 with JSON to the request for a stream',
    listened: { body: { name: 'prompts' } },
    comes: again,
  },
  { source: 'own', what: '501 to the request for a stream', listened: { status: 501 }, comes: again },
  {
    source: 'helidon-io/helidon-mcp#65',
    what: 'an error whose id is null',
    called: () => ({ body: error(null, -32000, 'bad luck') }),
    comes: { says: /refused the request: bad luck/ },
  },
  { source: 'own', what: '405 to a notification', notified: { status: 405 }, comes: again },
  {
    source: 'own',
    what: 'null for the error beside a result',
    called: (id) => ({ body: message(id, { result: content, error: null }) }),
    comes: fine,
  },
  {
    source: 'own',
    what: 'null for the error beside a result, in a stream',
    called: (id) => ({ type: 'text/event-stream', body: event(id, { result: content, error: null }) }),
    comes: fine,
  },
  {
    source: 'own',
    what: 'null for the result beside an error',
    called: (id) => ({ body: message(id, { result: null, error: { code: -1, message: 'bad luck' } }) }),
    comes: { says: /refused the request: bad luck/ },
  },
  {
    source: 'own',
    what: 'the id as a text',
    called: (id) => ({ body: message(String(id)) }),
    comes: fine,
  },
  {
    source: 'directus/directus#26203',
    what: 'no version of JSON-RPC',
    called: (id) => ({ body: { id, result: content } }),
    comes: fine,
  },
  {
    source: 'own',
    what: 'a further field beside the result',
    called: (id) => ({ body: { ...message(id), duration: 12 } }),
    comes: fine,
  },
  { source: 'own', what: 'a list of one message', called: (id) => ({ body: [message(id)] }), comes: fine },
  {
    source: 'own',
    what: 'an error that is a text',
    called: (id) => ({ body: message(id, { error: 'bad luck' }) }),
    comes: { says: /refused the request: bad luck/ },
  },
  {
    source: 'own',
    what: 'an error whose code is a text',
    called: (id) => ({ body: error(id, '-32000', 'bad luck') }),
    comes: { says: /refused the request: bad luck/ },
  },
  {
    source: 'own',
    what: 'an error without a message',
    called: (id) => ({ body: message(id, { error: { code: -32000 } }) }),
    comes: { says: /refused the request/ },
  },
  {
    source: 'own',
    what: 'an error of the protocol with status 500',
    called: (id) => ({ status: 500, body: error(id, -32603, 'bad luck') }),
    comes: { says: /refused the request: bad luck/ },
  },
  {
    source: 'own',
    what: 'an error of the protocol with status 400',
    called: (id) => ({ status: 400, body: error(id, -32602, 'bad luck') }),
    comes: { says: /refused the request: bad luck/ },
  },
  {
    source: 'own',
    what: 'JSON as text/plain',
    called: (id) => ({ type: 'text/plain', body: message(id) }),
    comes: fine,
  },
  {
    source: 'own',
    what: 'JSON without a type',
    called: (id) => ({ type: '', body: message(id) }),
    comes: fine,
  },
  {
    source: 'own',
    what: 'a stream as text/plain',
    called: (id) => ({ type: 'text/plain', body: event(id) }),
    comes: fine,
  },
  {
    source: 'own',
    what: 'a stream with CRLF, comments and a byte order mark',
    called: (id) => ({
      type: 'text/event-stream;charset=UTF-8',
      body: `\uFEFF: ping\r\n\r\n${event(id).replaceAll('\n', '\r\n')}`,
    }),
    comes: fine,
  },
  {
    source: 'koala73/worldmonitor#4781',
    what: 'an event without data, which only names an id and a time, before the answer',
    called: (id) => ({
      type: 'text/event-stream',
      body: `id: s:0\nretry: 1000\ndata:\n\nid: s:1\n${event(id)}`,
    }),
    comes: fine,
  },
  {
    source: 'own',
    what: 'a page of HTML in place of an answer',
    called: () => ({ type: 'text/html', body: '<h1>Bad gateway</h1>' }),
    comes: { says: /not mcp/ },
  },
  {
    source: 'DAWNCR0W/affine-mcp-server#301',
    what: 'after a restart, 400 about the session',
    called: (id) => ({ status: 400, body: error(id, -32000, 'Bad Request: No valid session ID provided') }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'modelcontextprotocol/rust-sdk#559',
    what: 'after a restart, 401 about the session',
    called: () => ({ status: 401, type: 'text/plain', body: 'Unauthorized: Session not found' }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'own',
    what: 'after a restart, 400 about the handshake',
    called: (id) => ({ status: 400, body: error(id, -32000, 'Bad Request: Server not initialized') }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'modelcontextprotocol/python-sdk#1676',
    what: 'after a restart, 404',
    called: () => ({ status: 404 }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'own',
    what: 'after a restart, 410',
    called: () => ({ status: 410 }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'BatterWorks/Hatchdoor#213',
    what: 'after a restart, 422',
    called: () => ({
      ...{ status: 422, type: 'text/plain' },
      body: 'Unexpected message, expected initialize request',
    }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'punkpeye/fastmcp#121',
    what: 'after a restart, 500 about the session',
    called: () => ({ status: 500, type: 'text/plain', body: 'Session terminated' }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'punkpeye/mcp-remote#106',
    what: 'after a restart, 200 with -32001',
    called: (id) => ({ body: error(id, -32001, 'Session not found') }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'aklivity/zilla#2525',
    what: 'after a restart, 200 with -32600 that names no request',
    called: () => ({ body: error(null, -32600, 'Invalid Request') }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'aklivity/zilla#2525',
    what: '-32600 that names no request, also in a new session',
    called: () => ({ body: error(null, -32600, 'Invalid Request') }),
    comes: { says: /refused the request: Invalid Request/ },
  },
  {
    source: 'actionhero/keryx#503',
    what: 'after a restart, an event with an error that is a text and names no request',
    called: () => ({
      type: 'text/event-stream',
      body: 'event: message\ndata: {"error":"Session not found"}\n\n',
    }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'own',
    what: '-32600 of the tool itself, which must not be repeated',
    called: (id) => ({ body: error(id, -32600, 'No such city') }),
    isOnce: true,
    comes: { says: /refused the request: No such city/ },
  },
  {
    source: 'own',
    what: 'after a restart, 200 with an error about the handshake',
    called: (id) => ({ body: error(id, -32600, 'Received request before initialization was complete') }),
    isOnce: true,
    comes: again,
  },
  {
    source: 'own',
    what: 'a timeout of its own with -32001, which must not be repeated',
    called: (id) => ({ body: error(id, -32001, 'Request timed out') }),
    isOnce: true,
    comes: { says: /refused the request: Request timed out/ },
  },
  {
    source: 'own',
    what: '503, which may have been carried out',
    called: () => ({ status: 503, type: 'text/plain', body: 'Service Unavailable' }),
    isOnce: true,
    comes: { says: /server error \(503\)/ },
  },
];
