/**
 * Replies of real servers and models on the Messages, Responses and Gemini wires that are not as the book says, in our
 * own words. `source`: repository and thread; `own` where we know no report.
 */
import type { ReplyRow } from './chat-replies.ts';

// Messages (Anthropic and servers that speak its format).

const start = (usage: object = { input_tokens: 3 }) => ({
  type: 'message_start',
  message: { id: 'm', usage },
});
const opened = (index: number | undefined, content_block: object) => ({
  ...{ type: 'content_block_start', content_block },
  ...(index === undefined ? {} : { index }),
});
const grown = (index: number | undefined, delta: object) => ({
  ...{ type: 'content_block_delta', delta },
  ...(index === undefined ? {} : { index }),
});
const closed = (index: number) => ({ type: 'content_block_stop', index });
const ended = (stop_reason: string | null, usage: object = { output_tokens: 2 }) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
});
const over = { type: 'message_stop' };
const tool = (input: object = {}) => ({ type: 'tool_use', id: 't', name: 'read', input });
const json = (partial_json: string) => ({ type: 'input_json_delta', partial_json });
const said = (text: string) => ({ type: 'text_delta', text });
const path = { path: 'x' };
const textBlock = { type: 'text', text: '' };

export const messagesReplies: readonly ReplyRow[] = [
  {
    source: 'Rfym21/Qwen2API#121',
    what: 'reasoning between tags in the text',
    chunks: [
      ...[start(), opened(0, textBlock), grown(0, said('<thi')), grown(0, said('nk>Is it 4?</think>\n\nIt'))],
      ...[grown(0, said(' is 4.')), closed(0), ended('end_turn'), over],
    ],
    comes: { reasoning: 'Is it 4?', text: 'It is 4.', end: 'end', usage: [3, 2] },
  },
  {
    source: 'esengine/DeepSeek-Reasonix#8756',
    what: 'the stream ends after the stop reason, without message_stop',
    chunks: [start(), opened(0, textBlock), grown(0, said('Hi')), closed(0), ended('end_turn')],
    comes: { text: 'Hi', end: 'end', usage: [3, 2] },
  },
  {
    source: 'maximhq/bifrost#6123',
    what: 'a call ends with end_turn',
    chunks: [start(), opened(0, tool()), grown(0, json('{"path":"x"}')), closed(0), ended('end_turn'), over],
    comes: { calls: [['read', path]], end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'strands-agents/harness-sdk#1827',
    what: 'a text and a call end with end_turn',
    chunks: [
      ...[start(), opened(0, textBlock), grown(0, said('I look.')), closed(0)],
      ...[opened(1, tool()), grown(1, json('{"path":"x"}')), closed(1), ended('end_turn'), over],
    ],
    comes: { text: 'I look.', calls: [['read', path]], end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'earendil-works/pi#9681',
    what: 'tool_use without any block',
    chunks: [start(), ended('tool_use'), over],
    comes: { end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'the whole input stands in the start of the block, without deltas',
    chunks: [start(), opened(0, tool(path)), closed(0), ended('tool_use'), over],
    comes: { calls: [['read', path]], end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'an empty delta comes before the input',
    chunks: [
      ...[start(), opened(0, tool()), grown(0, json('')), grown(0, json('{"pa'))],
      ...[grown(0, json('th":"x"}')), closed(0), ended('tool_use'), over],
    ],
    comes: { calls: [['read', path]], end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'blocks are never closed',
    chunks: [start(), opened(0, tool()), grown(0, json('{"path":"x"}')), ended('tool_use'), over],
    comes: { calls: [['read', path]], end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'two calls have the same index',
    chunks: [
      ...[start(), opened(0, tool()), grown(0, json('{"path":"x"}'))],
      ...[opened(0, { ...tool(), id: 'u', name: 'list' }), grown(0, json('{}')), closed(0)],
      ...[ended('tool_use'), over],
    ],
    comes: {
      calls: [
        ['read', path],
        ['list', {}],
      ],
      end: 'tool_calls',
      usage: [3, 2],
    },
  },
  {
    source: 'own',
    what: 'deltas of two calls alternate',
    chunks: [
      ...[start(), opened(0, tool()), opened(1, { ...tool(), id: 'u', name: 'list' })],
      ...[grown(0, json('{"path":')), grown(1, json('{"a":')), grown(0, json('"x"}')), grown(1, json('1}'))],
      ...[closed(0), closed(1), ended('tool_use'), over],
    ],
    comes: {
      calls: [
        ['read', path],
        ['list', { a: 1 }],
      ],
      end: 'tool_calls',
      usage: [3, 2],
    },
  },
  {
    source: 'own',
    what: 'no index at all',
    chunks: [start(), opened(undefined, textBlock), grown(undefined, said('Hi')), ended('end_turn'), over],
    comes: { text: 'Hi', end: 'end', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'the text stands in the start of the block',
    chunks: [start(), opened(0, { type: 'text', text: 'Hi' }), closed(0), ended('end_turn'), over],
    comes: { text: 'Hi', end: 'end', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'an unknown stop reason',
    chunks: [start(), opened(0, textBlock), grown(0, said('Hi')), closed(0), ended('eos'), over],
    comes: { text: 'Hi', end: 'end', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'the stop reason is null until the last of several message_delta',
    chunks: [
      ...[start(), opened(0, textBlock), grown(0, said('Hi')), closed(0)],
      ...[ended(null, { output_tokens: 1 }), ended('end_turn'), over],
    ],
    comes: { text: 'Hi', end: 'end', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'usage comes at the end only, 0 at the start',
    chunks: [
      ...[
        start({ input_tokens: 0, output_tokens: 0 }),
        opened(0, textBlock),
        grown(0, said('Hi')),
        closed(0),
      ],
      ...[ended('end_turn', { input_tokens: 7, output_tokens: 2 }), over],
    ],
    comes: { text: 'Hi', end: 'end', usage: [7, 2] },
  },
  {
    source: 'own',
    what: 'no usage at all',
    chunks: [
      { type: 'message_start', message: { id: 'm' } },
      ...[opened(0, textBlock), grown(0, said('Hi')), closed(0)],
      ...[{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }, over],
    ],
    comes: { text: 'Hi', end: 'end' },
  },
  {
    source: 'own',
    what: 'the stream breaks inside a call',
    chunks: [start(), opened(0, tool()), grown(0, json('{"pa'))],
    comes: { end: 'broken_stream' },
  },
  {
    source: 'own',
    what: 'an error event with the words of an overload',
    chunks: [start(), { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
    comes: { end: 'overloaded' },
  },
  {
    source: 'own',
    what: 'unknown events and blocks of tools of the server',
    chunks: [
      ...[start(), { type: 'ping' }, { type: 'vendor_event', x: 1 }],
      ...[
        opened(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
        grown(0, json('{"q":1}')),
      ],
      ...[closed(0), opened(1, textBlock), grown(1, said('Hi')), closed(1), ended('end_turn'), over],
    ],
    comes: { text: 'Hi', end: 'end', usage: [3, 2] },
  },
  {
    source: 'earendil-works/pi#4464',
    what: 'thinking with an empty signature is reasoning',
    chunks: [
      ...[start(), opened(0, { type: 'thinking', thinking: '', signature: '' })],
      ...[grown(0, { type: 'thinking_delta', thinking: 'hm' }), closed(0)],
      ...[opened(1, textBlock), grown(1, said('Yes')), closed(1), ended('end_turn'), over],
    ],
    comes: { reasoning: 'hm', text: 'Yes', end: 'end', usage: [3, 2] },
  },
  {
    source: 'maximhq/bifrost#6598',
    what: 'the whole input at the start, at the end divided into cached and other tokens',
    chunks: [
      ...[start({ input_tokens: 1_000 }), opened(0, { type: 'text', text: 'Hi' }), closed(0)],
      ended('end_turn', { input_tokens: 100, cache_read_input_tokens: 900, output_tokens: 2 }),
      over,
    ],
    comes: { text: 'Hi', end: 'end', usage: [1_000, 2] },
  },
  {
    source: 'Arize-ai/openinference#3734',
    what: 'tokens that were written to the cache and read from it',
    chunks: [
      start({ input_tokens: 10, cache_creation_input_tokens: 1_733, cache_read_input_tokens: 512 }),
      ...[opened(0, { type: 'text', text: 'Hi' }), closed(0), ended('end_turn'), over],
    ],
    comes: { text: 'Hi', end: 'end', usage: [2_255, 2] },
  },
  {
    source: 'ggml-org/llama.cpp#22960',
    what: 'the start of a call has no input',
    chunks: [
      start(),
      opened(0, { type: 'tool_use', id: 't', name: 'read' }),
      ...[grown(0, json('{"path":"x"}')), closed(0), ended('tool_use'), over],
    ],
    comes: { calls: [['read', path]], end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'yannikzz/narracat-novel-agent#16',
    what: 'the input stands in the start, and an empty delta follows',
    chunks: [start(), opened(0, tool(path)), grown(0, json('')), closed(0), ended('tool_use'), over],
    comes: { calls: [['read', path]], end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'tetsuo-ai/agenc-core#2111',
    what: 'the context window was full in the middle of the reply',
    chunks: [start(), opened(0, { type: 'text', text: 'Hi' }), ended('model_context_window_exceeded'), over],
    comes: { text: 'Hi', end: 'context_exceeded', usage: [3, 2] },
  },
  {
    source: 'tetsuo-ai/agenc-core#2111',
    what: 'a paused turn, which goes on with the next request',
    chunks: [start(), opened(0, { type: 'text', text: 'Hi' }), ended('pause_turn'), over],
    comes: { text: 'Hi', end: 'pause', usage: [3, 2] },
  },
  {
    source: 'brightwave-inc/tidebreak#555',
    what: 'a refusal without content',
    chunks: [start(), ended('refusal'), over],
    comes: { end: 'refusal', usage: [3, 2] },
  },
  {
    source: 'NousResearch/hermes-agent#113699',
    what: 'a refusal with its explanation',
    chunks: [
      start(),
      {
        ...ended('refusal'),
        delta: { stop_reason: 'refusal', stop_details: { type: 'refusal', explanation: 'Not this.' } },
      },
      over,
    ],
    comes: { end: 'refusal', why: 'Not this.', usage: [3, 2] },
  },
  {
    source: 'apache/rocketmq-dashboard#2178',
    what: 'an error without a type, as a gateway forwards it',
    chunks: [start(), { error: { message: 'quota exceeded', code: 429 } }],
    comes: { end: 'rate_limit', why: 'quota exceeded' },
  },
  {
    source: 'laravel/ai#881',
    what: 'a refusal after a complete call, which is then not run',
    chunks: [start(), opened(0, tool()), grown(0, json('{"path":"x"}')), closed(0), ended('refusal'), over],
    comes: { calls: [['read', path]], end: 'refusal', usage: [3, 2] },
  },
  {
    source: 'own',
    what: '[DONE] at the end, as on the Chat wire',
    chunks: [start(), opened(0, textBlock), grown(0, said('Hi')), closed(0), ended('end_turn'), '[DONE]'],
    comes: { text: 'Hi', end: 'end', usage: [3, 2] },
  },
];

// Responses.

const created = { type: 'response.created', response: { id: 'r' } };
const call = (values: string) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'c',
  name: 'read',
  arguments: values,
});
const message = (text: string) => ({
  ...{ type: 'message', id: 'msg_1', role: 'assistant' },
  content: [{ type: 'output_text', text }],
});
const added = (item: object, output_index = 0) => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const finished = (item: object, output_index = 0) => ({
  type: 'response.output_item.done',
  output_index,
  item,
});
const delta = (text: string, fields: object = { output_index: 0 }) => ({
  ...{ type: 'response.output_text.delta', delta: text },
  ...fields,
});
const values = (text: string, fields: object = { output_index: 0 }) => ({
  ...{ type: 'response.function_call_arguments.delta', delta: text },
  ...fields,
});
const counted = { input_tokens: 3, output_tokens: 2 };
const completed = (output: readonly object[] = [], more: object = {}) => ({
  type: 'response.completed',
  response: { id: 'r', output, usage: counted, ...more },
});
const whole = '{"path":"x"}';
const called: ReplyRow['comes'] = { calls: [['read', path]], end: 'tool_calls', usage: [3, 2] };
const hi: ReplyRow['comes'] = { text: 'Hi', end: 'end', usage: [3, 2] };

export const responsesReplies: readonly ReplyRow[] = [
  {
    source: 'lmstudio-ai/lmstudio-bug-tracker#1569',
    what: 'reasoning between tags in the text',
    chunks: [
      ...[created, added(message('')), delta('<think>hm</think>'), delta('Hi')],
      ...[finished(message('<think>hm</think>Hi')), completed()],
    ],
    comes: { ...hi, reasoning: 'hm' },
  },
  {
    source: 'router-for-me/CLIProxyAPI#2626',
    what: 'the output of the last event is empty after a complete call',
    chunks: [created, added(call('')), values(whole), finished(call(whole)), completed()],
    comes: called,
  },
  {
    source: 'QuantumNous/new-api#4362',
    what: 'the output of the last event is empty after a text',
    chunks: [created, added(message('')), delta('Hi'), finished(message('Hi')), completed()],
    comes: hi,
  },
  {
    source: 'anomalyco/opencode#44893',
    what: 'the last event alone has all of the arguments',
    chunks: [created, added(call('')), values('{"pa'), completed([call(whole)])],
    comes: called,
  },
  {
    source: 'lidge-jun/opencodex#4652',
    what: 'the arguments come whole, without deltas',
    chunks: [
      ...[created, added(call(''))],
      { type: 'response.function_call_arguments.done', output_index: 0, arguments: whole },
      ...[finished(call(whole)), completed()],
    ],
    comes: called,
  },
  {
    source: 'smg-project/smg#2502',
    what: 'a call is never closed, and the output leaves it out',
    chunks: [created, added(call('')), values(whole), completed()],
    comes: called,
  },
  {
    source: 'Oaklight/llm-rosetta#56',
    what: 'deltas without an item and without an index',
    chunks: [created, delta('H', {}), delta('i', {}), completed()],
    comes: hi,
  },
  {
    source: 'own',
    what: 'the item has another id in each event',
    chunks: [
      ...[created, added({ ...call(''), id: 'a' })],
      ...[
        values('{"path":', { output_index: 0, item_id: 'b' }),
        values('"x"}', { output_index: 0, item_id: 'c' }),
      ],
      ...[finished({ ...call(whole), id: 'd' }), completed()],
    ],
    comes: called,
  },
  {
    source: 'own',
    what: 'no events but the last',
    chunks: [completed([message('Hi')])],
    comes: hi,
  },
  {
    source: 'own',
    what: 'a call in the last event only, after a text',
    chunks: [
      created,
      added(message('')),
      delta('Hi'),
      finished(message('Hi')),
      completed([message('Hi'), call(whole)]),
    ],
    comes: { ...called, text: 'Hi' },
  },
  {
    source: 'own',
    what: 'a call in item.done only',
    chunks: [created, finished(call(whole)), completed()],
    comes: called,
  },
  {
    source: 'own',
    what: 'the arguments are an object',
    chunks: [created, finished({ ...call(''), arguments: path }), completed()],
    comes: called,
  },
  {
    source: 'own',
    what: 'the text comes whole, without deltas',
    chunks: [created, finished(message('Hi')), completed([message('Hi')])],
    comes: hi,
  },
  {
    source: 'own',
    what: 'two calls share one index',
    chunks: [
      ...[created, added(call('')), values(whole), finished(call(whole))],
      ...[added({ ...call(''), id: 'fc_2', call_id: 'd', name: 'list' }), values('{}')],
      ...[finished({ ...call('{}'), id: 'fc_2', call_id: 'd', name: 'list' }), completed()],
    ],
    comes: {
      calls: [
        ['read', path],
        ['list', {}],
      ],
      end: 'tool_calls',
      usage: [3, 2],
    },
  },
  {
    source: 'own',
    what: 'the stream breaks before the last event',
    chunks: [created, added(message('')), delta('H')],
    comes: { text: 'H', end: 'broken_stream' },
  },
  {
    source: 'own',
    what: 'the reply failed for the length of the context',
    chunks: [
      created,
      {
        type: 'response.failed',
        response: {
          error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' },
        },
      },
    ],
    comes: { end: 'context_too_long' },
  },
  {
    source: 'own',
    what: 'the error of the upstream server without a type',
    chunks: [created, { error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } }],
    comes: { end: 'rate_limit' },
  },
  {
    source: 'BaranziniLab/biorouter#147',
    what: 'the limit of the reply ends it after a text',
    chunks: [
      ...[created, added(message('')), delta('H')],
      {
        type: 'response.incomplete',
        response: { incomplete_details: { reason: 'max_output_tokens' }, usage: counted, output: [] },
      },
    ],
    comes: { text: 'H', end: 'max_tokens', usage: [3, 2] },
  },
  {
    source: 'BaranziniLab/biorouter#147',
    what: 'a refusal in its own events',
    chunks: [created, added(message('')), { type: 'response.refusal.delta', delta: 'No.' }, completed()],
    comes: { text: 'No.', end: 'refusal', usage: [3, 2] },
  },
  {
    source: 'jundot/omlx#2817',
    what: 'reasoning alone, with an empty message, called completed: an empty answer',
    chunks: [
      ...[created, added({ type: 'reasoning', id: 'rs' })],
      { type: 'response.reasoning_text.delta', output_index: 0, delta: 'hm' },
      completed([{ type: 'message', content: [] }]),
    ],
    comes: { reasoning: 'hm', end: 'end', usage: [3, 2] },
  },
  {
    source: 'envoyproxy/ai-gateway#2184',
    what: 'usage of a reply that failed',
    chunks: [
      created,
      {
        type: 'response.failed',
        response: { error: { code: 'server_error', message: 'bad luck' }, usage: counted },
      },
    ],
    comes: { end: 'server_error', usage: [3, 2] },
  },
  {
    source: 'Blaizzy/mlx-vlm#1458',
    what: 'reasoning as text, not as a summary',
    chunks: [
      ...[created, added({ type: 'reasoning', id: 'rs' })],
      { type: 'response.reasoning_text.delta', output_index: 0, delta: 'hm' },
      ...[added(message(''), 1), delta('Hi', { output_index: 1 }), finished(message('Hi'), 1), completed()],
    ],
    comes: { ...hi, reasoning: 'hm' },
  },
];

// Gemini.

const chunk = (parts: readonly object[], finishReason?: string, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason ? { finishReason } : {}) }],
  ...more,
});
const counts = { usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 } };
const functionCall = (name: string, args?: object, more: object = {}) => ({
  functionCall: { name, ...(args ? { args } : {}), ...more },
});

export const geminiReplies: readonly ReplyRow[] = [
  {
    source: 'own',
    what: 'reasoning between tags in the text',
    chunks: [chunk([{ text: '<think>hm</think>' }]), chunk([{ text: 'Hi' }], 'STOP', counts)],
    comes: { ...hi, reasoning: 'hm' },
  },
  {
    source: 'brekkylab/ailoy#334',
    what: 'a call ends with STOP',
    chunks: [chunk([functionCall('read', path)], 'STOP', counts)],
    comes: called,
  },
  {
    source: 'NousResearch/hermes-agent#83882',
    what: 'a malformed call ends the reply without content',
    chunks: [{ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }], ...counts }],
    comes: { end: 'server_error' },
  },
  {
    source: 'NousResearch/hermes-agent#83886',
    what: 'a call that the service itself calls malformed',
    chunks: [chunk([functionCall('read', path)], 'MALFORMED_FUNCTION_CALL')],
    comes: { calls: [['read', path]], end: 'server_error' },
  },
  {
    source: 'epam/ai-dial-adapter-vertexai#325',
    what: 'a call of a function that was not declared',
    chunks: [
      {
        candidates: [
          {
            content: { parts: [functionCall('undeclared', {})] },
            finishReason: 'UNEXPECTED_TOOL_CALL',
            finishMessage: 'Model tried to call an undeclared function: undeclared',
          },
        ],
      },
    ],
    comes: { calls: [['undeclared', {}]], end: 'server_error' },
  },
  {
    source: 'omnigent-ai/omnigent#28',
    what: 'two calls in one chunk',
    chunks: [chunk([functionCall('read', path), functionCall('list', {})], 'STOP', counts)],
    comes: {
      calls: [
        ['read', path],
        ['list', {}],
      ],
      end: 'tool_calls',
      usage: [3, 2],
    },
  },
  {
    source: 'NousResearch/hermes-agent#24676',
    what: 'the same call twice in two chunks, which are two calls',
    chunks: [chunk([functionCall('read', path)]), chunk([functionCall('read', path)], 'STOP', counts)],
    comes: {
      calls: [
        ['read', path],
        ['read', path],
      ],
      end: 'tool_calls',
      usage: [3, 2],
    },
  },
  {
    source: 'own',
    what: 'a call without arguments',
    chunks: [chunk([functionCall('list')], 'STOP', counts)],
    comes: { calls: [['list', {}]], end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'the finish reason in a chunk of its own, without content',
    chunks: [chunk([{ text: 'Hi' }]), { candidates: [{ finishReason: 'STOP' }], ...counts }],
    comes: hi,
  },
  {
    source: 'own',
    what: 'usage in a chunk without candidates, after the finish reason',
    chunks: [chunk([{ text: 'Hi' }], 'STOP'), { candidates: [], ...counts }],
    comes: hi,
  },
  {
    source: 'higress-group/higress#2408',
    what: 'the finish reason in lower case',
    chunks: [chunk([{ text: 'Hi' }], 'stop', counts)],
    comes: hi,
  },
  {
    source: 'own',
    what: 'a finish reason of a length in lower case',
    chunks: [chunk([{ text: 'Hi' }], 'max_tokens', counts)],
    comes: { ...hi, end: 'max_tokens' },
  },
  {
    source: 'own',
    what: 'the prompt is blocked',
    chunks: [{ promptFeedback: { blockReason: 'SAFETY' }, ...counts }],
    comes: { end: 'content_filter', why: 'SAFETY', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'each chunk is a list of one',
    chunks: [[chunk([{ text: 'Hi' }], 'STOP', counts)]],
    comes: hi,
  },
  {
    source: 'own',
    what: 'an error in a list, as without alt=sse',
    chunks: [
      [{ error: { code: 429, message: 'Resource has been exhausted', status: 'RESOURCE_EXHAUSTED' } }],
    ],
    comes: { end: 'rate_limit' },
  },
  {
    source: 'own',
    what: 'thoughts as parts with a flag',
    chunks: [chunk([{ text: 'hm', thought: true }]), chunk([{ text: 'Hi' }], 'STOP', counts)],
    comes: { ...hi, reasoning: 'hm' },
  },
  {
    source: 'own',
    what: 'the stream breaks before the finish reason',
    chunks: [chunk([{ text: 'H' }])],
    comes: { text: 'H', end: 'broken_stream' },
  },
  {
    source: 'own',
    what: 'the finish reason of the first chunk is unspecified',
    chunks: [chunk([{ text: 'H' }], 'FINISH_REASON_UNSPECIFIED'), chunk([{ text: 'i' }], 'STOP', counts)],
    comes: hi,
  },
];
