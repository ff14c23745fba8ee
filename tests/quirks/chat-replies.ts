/**
 * Replies of real servers and models on the Chat Completions wire that are not as the book says, in our own words.
 * `source`: repository and thread; `own` where we know no report. `chunks`: the JSON of each event; a string is sent as it is.
 */
import type { ModelEvent } from '#workers/contracts/provider.ts';

export type ReplyRow = {
  source: string;
  what: string;
  chunks: readonly (object | string)[];
  /** The reply as read: deltas joined, calls in order, and how it ended. */
  comes: {
    text?: string;
    reasoning?: string;
    calls?: readonly [name: string, values: unknown][];
    end: string;
    /** What the server said about the end; compared only where it stands. */
    why?: string;
    usage?: [input: number, output: number];
  };
};

const done = '[DONE]';

function delta(fields: object, finish_reason: string | null = null, more: object = {}): object {
  return { choices: [{ index: 0, delta: fields, finish_reason, ...more }] };
}

const say = (content: string, finish: string | null = null) => delta({ content }, finish);

/** One chunk for each character. */
const pieces = (text: string) => Array.from(text, (each) => say(each));

function call(
  index: number | undefined,
  id: string,
  name: string,
  text: string,
  finish: string | null = null,
) {
  const called = { ...(index === undefined ? {} : { index }), ...(id ? { id } : {}) };
  return delta(
    { tool_calls: [{ ...called, function: { ...(name ? { name } : {}), arguments: text } }] },
    finish,
  );
}

export const chatReplies: readonly ReplyRow[] = [
  {
    source: 'goose#10258',
    what: 'an empty finish reason in every chunk, arguments in pieces',
    chunks: [call(0, 'a', 'read', '{"pa', ''), call(0, '', '', 'th":"x"}', ''), delta({}, ''), done],
    comes: { calls: [['read', { path: 'x' }]], end: 'tool_calls' },
  },
  {
    source: 'goose#10258',
    what: 'the finish reason "stop" in every chunk',
    chunks: [call(0, 'a', 'read', '{"pa', 'stop'), call(0, '', '', 'th":"x"}', 'stop'), done],
    comes: { calls: [['read', { path: 'x' }]], end: 'tool_calls' },
  },
  {
    source: 'workbuddy-gateway#3',
    what: 'the finish reason "length" before the last piece',
    chunks: [call(0, 'a', 'read', '{"path":"x"', 'length'), call(0, '', '', '}', 'tool_calls'), done],
    comes: { calls: [['read', { path: 'x' }]], end: 'tool_calls' },
  },
  {
    source: 'pi#4558',
    what: '[DONE] without a finish reason',
    chunks: [say('Hello'), done],
    comes: { text: 'Hello', end: 'end' },
  },
  {
    source: 'pi#4558',
    what: 'a stream that only closes is cut off',
    chunks: [say('Hello')],
    comes: { text: 'Hello', end: 'broken_stream' },
  },
  {
    source: 'NousResearch/hermes-agent#35592',
    what: 'each fragment repeats the arguments so far',
    chunks: [
      call(0, 'a', 'read', '{"path"'),
      call(0, '', '', '{"path":"x'),
      call(0, '', '', '{"path":"x"}'),
      delta({}, 'tool_calls'),
      done,
    ],
    comes: { calls: [['read', { path: 'x' }]], end: 'tool_calls' },
  },
  {
    source: 'mudler/cogito#66',
    what: 'a fragment repeats the whole arguments',
    chunks: [
      call(0, 'a', 'read', '{"path":"x"}'),
      call(0, '', '', '{"path":"x"}'),
      delta({}, 'tool_calls'),
      done,
    ],
    comes: { calls: [['read', { path: 'x' }]], end: 'tool_calls' },
  },
  {
    source: 'NousResearch/hermes-agent#25333',
    what: 'two different objects as the arguments of one call reach the model as an error',
    chunks: [call(0, 'a', 'read', '{"path":"x"}{"path":"y"}'), delta({}, 'tool_calls'), done],
    comes: { calls: [['read', '{"path":"x"}{"path":"y"}']], end: 'tool_calls' },
  },
  {
    source: 'can1357/oh-my-pi#1776',
    what: 'arguments as an object',
    chunks: [
      delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: { path: 'x' } } }] }),
      delta({}, 'tool_calls'),
      done,
    ],
    comes: { calls: [['read', { path: 'x' }]], end: 'tool_calls' },
  },
  ...[
    { what: 'empty arguments', first: '' },
    { what: 'arguments that are no JSON', first: '{"path": ' },
  ].map(({ what, first }): ReplyRow => ({
    source: 'own',
    what: `${what} in the first of three calls keep its place`,
    chunks: [
      call(0, 'a', 'git_init', first),
      call(1, 'b', 'write_file', '{"path":"a"}'),
      call(2, 'c', 'git_add', '{"paths":["a"]}'),
      delta({}, 'tool_calls'),
      done,
    ],
    comes: {
      calls: [
        ['git_init', first === '' ? {} : first],
        ['write_file', { path: 'a' }],
        ['git_add', { paths: ['a'] }],
      ],
      end: 'tool_calls',
    },
  })),
  {
    source: 'opencode#43770',
    what: '<think> as a whole',
    chunks: [say('<think>\nIs it 4?\n</think>\n\nIt is 4.', 'stop'), done],
    comes: { reasoning: 'Is it 4?\n', text: 'It is 4.', end: 'end' },
  },
  {
    source: 'opencode#43770',
    what: '<think> split over pieces',
    chunks: pieces('<think>a<b</think>c</d').concat(delta({}, 'stop')),
    comes: { reasoning: 'a<b', text: 'c</d', end: 'end' },
  },
  {
    source: 'LiveAgent#670',
    what: 'only the end tag, because the template holds the start tag',
    chunks: [say('Is it'), say(' 4?</thi'), say('nk>\nIt is 4.'), delta({}, 'stop'), done],
    comes: { reasoning: 'Is it 4?', text: 'It is 4.', end: 'end' },
  },
  {
    source: 'opencode#43770',
    what: 'an empty <think>',
    chunks: [say('<think>\n\n</think>\n\nYes.', 'stop'), done],
    comes: { text: 'Yes.', end: 'end' },
  },
  {
    source: 'opencode#43770',
    what: 'two <think> around an answer',
    chunks: [say('<think>a</think>b<think>c</think>d', 'stop'), done],
    comes: { reasoning: 'ac', text: 'bd', end: 'end' },
  },
  ...[
    '`<think>` and `</think>` are tags',
    'See:\n\n```xml\n<think>\n</think>\n```\n',
    'a < b and ```x``` > c',
  ].map((text): ReplyRow => ({
    source: 'opencode#43770',
    what: `code with tags: ${JSON.stringify(text)}`,
    chunks: [...pieces(text), delta({}, 'stop'), done],
    comes: { text, end: 'end' },
  })),
  {
    source: 'own',
    what: '<think> before a call',
    chunks: [say('<think>I look.</think>'), call(0, 'a', 'look', '{}'), delta({}, 'tool_calls'), done],
    comes: { reasoning: 'I look.', calls: [['look', {}]], end: 'tool_calls' },
  },
  {
    source: 'the chat template of Magistral',
    what: '[THINK] tags',
    chunks: [say('[THINK]hm[/THINK]Yes.', 'stop'), done],
    comes: { reasoning: 'hm', text: 'Yes.', end: 'end' },
  },
  {
    source: 'vllm-project/vllm#46042',
    what: 'the tags of MiniMax M3',
    chunks: [...pieces('<mm:think>hm</mm:think>Yes.'), delta({}, 'stop'), done],
    comes: { reasoning: 'hm', text: 'Yes.', end: 'end' },
  },
  {
    source: 'anomalyco/opencode#36522',
    what: 'only the end tag </thinking>, on a line of its own',
    chunks: [...pieces('I look.\n</thinking>\n\nDone.'), delta({}, 'stop'), done],
    comes: { reasoning: 'I look.\n', text: 'Done.', end: 'end' },
  },
  {
    source: 'own',
    what: '</thinking> within a line stays text',
    chunks: [say('Close it with </thinking>, then go on.', 'stop'), done],
    comes: { text: 'Close it with </thinking>, then go on.', end: 'end' },
  },
  {
    source: 'ml-explore/mlx-lm#1867',
    what: 'the channels of gpt-oss',
    chunks: [
      ...pieces(
        '<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>',
      ),
      ...[delta({}, 'stop'), done],
    ],
    comes: { reasoning: 'hm', text: 'Yes.', end: 'end' },
  },
  ...[
    ['Seed-OSS', '<seed:think>hm</seed:think>Yes.'],
    ['Command A', '<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>'],
    ['Gemma 4', '<|channel>thought\nhm<channel|>Yes.'],
    ['LongCat', '<longcat_think>hm</longcat_think>Yes.'],
  ].map(([model, text = '']): ReplyRow => ({
    source: `the chat template of ${model}`,
    what: 'its thinking tags',
    chunks: [...pieces(text), delta({}, 'stop'), done],
    comes: { reasoning: 'hm', text: 'Yes.', end: 'end' },
  })),
  {
    source: 'apache/maka#1976',
    what: 'two calls with the same index and other ids',
    chunks: [
      call(0, 'call_a', 'read', '{"path":"a"}'),
      call(0, 'call_b', 'read', '{"path":"b"}'),
      ...[delta({}, 'tool_calls'), done],
    ],
    comes: {
      calls: [
        ['read', { path: 'a' }],
        ['read', { path: 'b' }],
      ],
      end: 'tool_calls',
    },
  },
  {
    source: 'skye-harris/hass_local_openai_llm#92',
    what: 'the finish reason comes again with the usage',
    chunks: [
      call(0, 'a', 'read', '{"path":"x"}'),
      delta({ content: '' }, 'tool_calls'),
      { ...delta({ content: '' }, 'tool_calls'), usage: { prompt_tokens: 3, completion_tokens: 2 } },
      done,
    ],
    comes: { calls: [['read', { path: 'x' }]], end: 'tool_calls', usage: [3, 2] },
  },
  {
    source: 'Sophomoresty/gemini-web2api#96',
    what: 'two calls in one chunk without an index',
    chunks: [
      delta({
        role: 'assistant',
        tool_calls: ['a', 'b'].map((id) => ({
          ...{ id, type: 'function' },
          function: { name: 'read', arguments: `{"path":"${id}"}` },
        })),
      }),
      ...[delta({}, 'tool_calls'), done],
    ],
    comes: {
      calls: [
        ['read', { path: 'a' }],
        ['read', { path: 'b' }],
      ],
      end: 'tool_calls',
    },
  },
  {
    source: 'laravel/ai#924',
    what: 'cached tokens are a part of those of the prompt',
    chunks: [
      say('Hi', 'stop'),
      {
        choices: [],
        usage: {
          ...{ prompt_tokens: 10_339, completion_tokens: 2 },
          prompt_tokens_details: { cached_tokens: 10_318 },
        },
      },
      done,
    ],
    comes: { text: 'Hi', end: 'end', usage: [10_339, 2] },
  },
  {
    source: 'can1357/oh-my-pi#9433',
    what: 'the stream closes after a text, without a finish reason',
    chunks: [say('Hel'), say('lo')],
    comes: { text: 'Hello', end: 'broken_stream' },
  },
  {
    source: 'diegosouzapw/OmniRoute#8210',
    what: 'an error beside an empty list of choices',
    chunks: [{ object: 'chat.completion.chunk', choices: [], error: { code: 502, message: 'busy' } }],
    comes: { end: 'server_error' },
  },
  {
    source: 'damianvtran/local-operator#223',
    what: 'an error beside a finish reason, in the middle of a call',
    chunks: [
      call(0, 'a', 'read', '{"pa'),
      { ...delta({ content: '' }, 'error'), error: { code: 'server_error', message: 'gone' } },
    ],
    comes: { end: 'server_error' },
  },
  {
    source: 'own',
    what: 'the finish reason "error" alone',
    chunks: [say('H'), delta({ content: '' }, 'error'), done],
    comes: { text: 'H', end: 'server_error' },
  },
  {
    source: 'maximhq/bifrost#5878',
    what: 'null for the last delta',
    chunks: [say('Hi'), { choices: [{ index: 0, delta: null, finish_reason: 'stop' }] }, done],
    comes: { text: 'Hi', end: 'end' },
  },
  {
    source: 'CherryHQ/cherry-studio#16079',
    what: 'a content filter ends the reply without content',
    chunks: [delta({ content: '' }, 'content_filter', { native_finish_reason: 'refusal' }), done],
    comes: { end: 'content_filter' },
  },
  {
    source: 'jeremychone/rust-genai#164',
    what: 'the last piece of the text comes with the finish reason',
    chunks: [say('Hi'), say('!', 'stop'), done],
    comes: { text: 'Hi!', end: 'end' },
  },
  {
    source: 'Oaklight/llm-rosetta#444',
    what: 'chunks without the field for the finish reason',
    chunks: [{ choices: [{ index: 0, delta: { content: 'Hi' } }] }, delta({}, 'stop'), done],
    comes: { text: 'Hi', end: 'end' },
  },
  {
    source: 'jjang-ai/vmlx#219',
    what: 'empty chunks with a field of the server before the call',
    chunks: [
      { ...delta({}), tool_call_generating: true },
      { ...delta({}), tool_call_generating: true },
      call(0, 'a', 'read', '{"path":"x"}', 'tool_calls'),
      done,
    ],
    comes: { calls: [['read', { path: 'x' }]], end: 'tool_calls' },
  },
  {
    source: 'decolua/9router#3051',
    what: 'an empty body with the status 200',
    chunks: [],
    comes: { end: 'broken_stream' },
  },
  {
    source: 'earendil-works/pi#2017',
    what: 'usage stands in the choice',
    chunks: [say('Hi'), delta({}, 'stop', { usage: { prompt_tokens: 3, completion_tokens: 2 } }), done],
    comes: { text: 'Hi', end: 'end', usage: [3, 2] },
  },
  {
    source: "Groq's API reference",
    what: 'usage stands in a field of the server',
    chunks: [
      say('Hi', 'stop'),
      { choices: [], x_groq: { usage: { prompt_tokens: 3, completion_tokens: 2 } } },
      done,
    ],
    comes: { text: 'Hi', end: 'end', usage: [3, 2] },
  },
  {
    source: 'own',
    what: 'an error object in place of a chunk',
    chunks: [{ object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 }],
    comes: { end: 'context_too_long' },
  },
  {
    source: 'NousResearch/hermes-agent#89502',
    what: 'context overflow in the words of llama.cpp',
    chunks: [
      {
        error: {
          code: 400,
          type: 'exceed_context_size_error',
          message:
            'request (33056 tokens) exceeds the available context size (32768 tokens), try increasing it',
        },
      },
    ],
    comes: { end: 'context_too_long' },
  },
  {
    source: 'own',
    what: 'reasoning in both fields with the same text counts once',
    chunks: [delta({ reasoning: 'hm', reasoning_content: 'hm' }), say('Yes.', 'stop'), done],
    comes: { reasoning: 'hm', text: 'Yes.', end: 'end' },
  },
  {
    source: 'genkit-ai/genkit#6259',
    what: 'the finish reason "error" with the error in the choice',
    chunks: [
      say('Partial'),
      delta({}, 'error', { error: { message: 'upstream timed out', code: 504 } }),
      done,
    ],
    comes: { text: 'Partial', end: 'server_error', why: 'upstream timed out' },
  },
  {
    source: 'own',
    what: 'the finish reason "error" with nothing more',
    chunks: [delta({}, 'error')],
    comes: { end: 'server_error' },
  },
  ...[
    ['network_error', 'server_error'],
    ['insufficient_system_resource', 'overloaded'],
    ['sensitive', 'content_filter'],
    ['model_length', 'context_exceeded'],
    ['constructor', 'end'],
  ].map(([reason = '', end = '']) => ({
    source: 'own',
    what: `the finish reason "${reason}"`,
    chunks: [say('Hi', reason), done],
    comes: { text: 'Hi', end },
  })),
  {
    source: 'superagent-ai/grok-cli#65',
    what: 'the whole arguments again in a second chunk of the same call',
    chunks: [
      call(0, 'a', 'read', '{"path":"x"}'),
      call(0, 'a', 'read', '{"path":"x"}'),
      delta({}, 'tool_calls'),
      done,
    ],
    comes: { calls: [['read', { path: 'x' }]], end: 'tool_calls' },
  },
];

export function readEvents(events: readonly ModelEvent[]): ReplyRow['comes'] {
  const from = events.findLastIndex(({ type }) => type === 'restart') + 1;
  const kept = events.slice(from);
  const joined = (type: 'text-delta' | 'reasoning-delta') =>
    kept.map((event) => (event.type === type ? event.text : '')).join('');
  const calls = kept.flatMap((event) =>
    event.type === 'call' ? [[event.name, event.arguments] as [string, unknown]] : [],
  );
  const usage = kept.findLast((event) => event.type === 'usage')?.usage;
  const last = events.at(-1);
  const end = last?.type === 'stop' ? last.reason : last?.type === 'error' ? last.error.type : 'none';
  const why = last?.type === 'stop' ? last.detail : last?.type === 'error' ? last.error.detail : undefined;
  const [text, reasoning] = [joined('text-delta'), joined('reasoning-delta')];
  return {
    ...(text ? { text } : {}),
    ...(reasoning ? { reasoning } : {}),
    ...(calls.length > 0 ? { calls } : {}),
    end,
    ...(why === undefined ? {} : { why }),
    ...(usage ? { usage: [usage.inputTokens, usage.outputTokens] } : {}),
  };
}
