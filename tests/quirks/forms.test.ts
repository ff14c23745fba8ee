/** Forms of tool servers (elicitation) that are not as the specification says, or as other clients read it. */
import { expect, it } from 'vitest';
import { readForm } from '#workers/mcp/requests/read-form.ts';

const titled = [
  { const: 'low', title: 'Low' },
  { const: 'high', title: 'High' },
];
const options = [{ value: 'low' }, { value: 'high' }];

it.each<[source: string, what: string, property: object, field: object]>([
  ['modelcontextprotocol/php-sdk#437', 'no title', { type: 'number' }, { title: 'pick', type: 'number' }],
  ['PrefectHQ/fastmcp#2773', 'a choice without a type', { oneOf: titled }, { type: 'choice', options }],
  ['own', 'options without a type', { enum: ['low', 'high'] }, { type: 'choice', options }],
  ['helidon-io/helidon-mcp#209', 'one of titled options', { type: 'string', oneOf: titled }, { options }],
  [
    'helidon-io/helidon-mcp#209',
    'several of titled options',
    { type: 'array', items: { anyOf: titled } },
    { type: 'choices', options },
  ],
  [
    'helidon-io/helidon-mcp#209',
    'several of plain options',
    { type: 'array', items: { type: 'string', enum: ['low', 'high'] } },
    { type: 'choices', options },
  ],
  [
    'QwenLM/qwen-code#4405',
    'one text as the default of several options',
    { type: 'array', items: { enum: ['low', 'high'] }, default: 'high' },
    { type: 'choices', options, value: ['high'] },
  ],
])('%s: %s', (_, __, property, field) =>
  expect(readForm({ type: 'object', properties: { pick: property } })).toMatchObject([field]),
);
