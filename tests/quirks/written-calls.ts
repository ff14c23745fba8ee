/**
 * Calls that a model wrote as text on the Chat Completions wire, because the server does not read its template's syntax,
 * in our own words. The tool `read` takes a text `path` and a number `limit`. `source`: repository and thread, or the
 * model whose template it is.
 */
import type { ReplyRow } from './chat-replies.ts';

type WrittenRow = {
  source: string;
  what: string;
  text: string;
  in?: 'reasoning_content';
  comes: ReplyRow['comes'];
};

const called = (...calls: (readonly [string, unknown])[]): ReplyRow['comes'] => ({
  calls: calls.map(([name, values]): [string, unknown] => [name, values]),
  end: 'tool_calls',
});
const read = ['read', { path: 'x' }] as const;
const stays = (text: string): Pick<WrittenRow, 'text' | 'comes'> => ({ text, comes: { text, end: 'end' } });

const rows: readonly WrittenRow[] = [
  {
    source: 'lmstudio-ai/lmstudio-bug-tracker#2115',
    what: 'the tags of Qwen Coder',
    text: '<tool_call>\n<function=read>\n<parameter=path>\nx\n</parameter>\n</function>\n</tool_call>',
    comes: called(read),
  },
  {
    source: 'waybarrios/vllm-mlx#163',
    what: 'two calls after a text, a number by the schema of its tool',
    text: 'I look.\n\n<tool_call>\n<function=read>\n<parameter=path>\na\nb\n</parameter>\n<parameter=limit>\n5\n</parameter>\n</function>\n</tool_call>\n<tool_call>{"name": "read", "arguments": {"path": "x"}}</tool_call>',
    comes: { ...called(['read', { path: 'a\nb', limit: 5 }], read), text: 'I look.\n\n' },
  },
  {
    source: 'raullenchai/Rapid-MLX#438',
    what: 'the end tag is missing, because it ended the reply',
    text: '<tool_call>{"name": "read", "arguments": {"path": "x"}}',
    comes: called(read),
  },
  {
    source: 'vybestack/llxprt-code#749',
    what: 'the tokens of Kimi in its reasoning',
    in: 'reasoning_content',
    text: 'I look. <|tool_calls_section_begin|> <|tool_call_begin|> functions.read:0 <|tool_call_argument_begin|> {"path": "x"} <|tool_call_end|> <|tool_calls_section_end|>',
    comes: { ...called(read), reasoning: 'I look. ' },
  },
  {
    source: 'lmstudio-ai/lmstudio-bug-tracker#1979',
    what: 'a call of LFM, as in Python',
    text: `<|tool_call_start|>[read(path="x"), read(path='it\\'s "a"', limit=2)]<|tool_call_end|>`,
    comes: called(read, ['read', { path: `it's "a"`, limit: 2 }]),
  },
  {
    source: 'lablup/mlxcel#654',
    what: 'the channels of gpt-oss',
    text: '<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"x"}<|call|>',
    comes: { ...called(read), reasoning: 'hm' },
  },
  {
    source: 'the chat template of GLM 4.6',
    what: 'a name and pairs of tags',
    text: '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>x</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>5</arg_value>\n</tool_call>',
    comes: called(['read', { path: 'x', limit: 5 }]),
  },
  {
    source: 'the chat template of MiniMax M2',
    what: 'two calls in one block',
    text: '<minimax:tool_call>\n<invoke name="read">\n<parameter name="path">x</parameter>\n</invoke>\n<invoke name="list">\n</invoke>\n</minimax:tool_call>',
    comes: called(read, ['list', {}]),
  },
  {
    source: 'the chat template of DeepSeek V3',
    what: 'its tokens around a fence of JSON',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n```json\n{"path":"x"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    comes: called(read),
  },
  {
    source: 'the chat template of Mistral Small',
    what: 'a list after its token',
    text: '[TOOL_CALLS][{"name": "read", "arguments": {"path": "x"}}]',
    comes: called(read),
  },
  {
    source: 'the chat template of Devstral',
    what: 'a name and its arguments after the token',
    text: '[TOOL_CALLS]read[ARGS]{"path": "x"}',
    comes: called(read),
  },
  {
    source: 'own',
    what: 'a name that is no tool',
    ...stays('<tool_call>{"name": "rm", "arguments": {}}</tool_call>'),
  },
  {
    source: 'own',
    what: 'a text after it, which only shows how calls look',
    ...stays('<tool_call>{"name": "read", "arguments": {}}</tool_call>\n\nThat is a call.'),
  },
  {
    source: 'own',
    what: 'in a block of code',
    ...stays('So:\n\n```xml\n<tool_call>{"name": "read", "arguments": {}}</tool_call>\n```'),
  },
  { source: 'own', what: 'in code', ...stays('Write `<tool_call>` and `<function=read>`.') },
];

/** Once as a whole, once a character at a time. */
export const writtenCalls: readonly ReplyRow[] = rows.flatMap(
  ({ source, what, text, in: field = 'content', comes }) =>
    [[text], Array.from(text)].map((pieces, at) => ({
      source,
      what: at === 0 ? what : `${what}, in pieces`,
      chunks: [
        ...pieces.map((piece) => ({
          choices: [{ index: 0, delta: { [field]: piece }, finish_reason: null }],
        })),
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        '[DONE]',
      ],
      comes,
    })),
);
