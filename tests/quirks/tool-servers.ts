/**
 * What real tool servers (MCP) send that is not as the specification says, in our own words. `source`: repository
 * and thread; `own` where we know no report.
 */
type Results = Readonly<Record<string, object | ((params: Record<string, unknown>) => object)>>;

type ServerRow = {
  source: string;
  what: string;
  /** Results by method, in place of those of a good server. */
  sends: Results;
  /** The names of the tools that can be used, and the reasons of those that cannot. */
  comes: {
    tools?: readonly string[];
    refused?: Readonly<Record<string, string>>;
    says?: string;
    fails?: RegExp;
  };
};

const good = { name: 'good', inputSchema: { type: 'object' } };
const beside = (...tools: unknown[]) => ({ 'tools/list': { tools: [...tools, good] } });
const call = (result: object) => ({ 'tools/call': result });
const text = (value: unknown) => ({ content: [{ type: 'text', text: value }] });

const long = 'x'.repeat(120);
const both = { tools: ['odd', 'good'] };

export const toolServers: readonly ServerRow[] = [
  {
    source: 'claude-code#88049',
    what: 'null for the properties of a schema',
    sends: beside({ name: 'odd', inputSchema: { type: 'object', properties: null } }),
    comes: both,
  },
  {
    source: 'claude-code#88049',
    what: 'null for the required parameters',
    sends: beside({ name: 'odd', inputSchema: { type: 'object', properties: {}, required: null } }),
    comes: both,
  },
  {
    source: 'mastra#21859',
    what: 'a tool without parameters whose schema is null',
    sends: beside({ name: 'odd', inputSchema: null }),
    comes: both,
  },
  {
    source: 'mastra#21859',
    what: 'a tool without a schema',
    sends: beside({ name: 'odd' }),
    comes: both,
  },
  {
    source: 'claude-code#44364',
    what: 'a schema with anyOf and no type at its top',
    sends: beside({ name: 'odd', inputSchema: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } }),
    comes: both,
  },
  {
    source: 'claude-code#44364',
    what: 'a schema that is a text',
    sends: beside({ name: 'odd', inputSchema: 'object' }),
    comes: { tools: ['good'], refused: { odd: 'schema_not_object' } },
  },
  {
    source: 'own',
    what: 'a schema of a list',
    sends: beside({ name: 'odd', inputSchema: { type: 'array', items: {} } }),
    comes: { tools: ['good'], refused: { odd: 'schema_not_object' } },
  },
  {
    source: 'own',
    what: 'a schema that is a list',
    sends: beside({ name: 'odd', inputSchema: [] }),
    comes: { tools: ['good'], refused: { odd: 'schema_not_object' } },
  },
  {
    source: 'claude-code#88049',
    what: 'null for the texts and the annotations',
    sends: beside({ ...good, name: 'odd', title: null, description: null, annotations: null, _meta: null }),
    comes: both,
  },
  {
    source: 'own',
    what: 'numbers for texts, a text for a flag',
    sends: beside({ ...good, name: 'odd', title: 7, description: 8, annotations: { readOnlyHint: 'yes' } }),
    comes: both,
  },
  {
    source: 'claude-code#44364',
    what: 'a schema of results that is a list',
    sends: beside({ ...good, name: 'odd', outputSchema: { type: 'array', items: { type: 'string' } } }),
    comes: both,
  },
  {
    source: 'own',
    what: 'a schema of results that is null',
    sends: beside({ ...good, name: 'odd', outputSchema: null }),
    comes: both,
  },
  {
    source: 'mastra#21859',
    what: 'icons that are texts',
    sends: beside({ ...good, name: 'odd', icons: ['https://example.com/icon.png'] }),
    comes: both,
  },
  {
    source: 'own',
    what: 'a tool without a name, and one that is no object',
    sends: beside({ inputSchema: { type: 'object' } }, 'odd', null),
    comes: { tools: ['good'], refused: { '': 'name_empty' } },
  },
  {
    source: 'own',
    what: 'parameters that are true, false and null',
    sends: beside({
      name: 'odd',
      inputSchema: { type: 'object', properties: { a: true, b: false, c: null, d: { type: 'string' } } },
    }),
    comes: both,
  },
  {
    source: 'own',
    what: 'required parameters with numbers among them',
    sends: beside({ name: 'odd', inputSchema: { type: 'object', properties: {}, required: [1, 'a', null] } }),
    comes: both,
  },
  {
    source: 'claude-code#88049',
    what: 'null after the last page',
    sends: { 'tools/list': { tools: [good], nextCursor: null } },
    comes: { tools: ['good'] },
  },
  {
    source: 'modelcontextprotocol/java-sdk#628',
    what: 'an empty cursor after the only page, for ever',
    sends: { 'tools/list': { tools: [good], nextCursor: '' } },
    comes: { tools: ['good'] },
  },
  {
    source: 'PrefectHQ/fastmcp#5025',
    what: 'an empty cursor that leads to a second page',
    sends: {
      'tools/list': ({ cursor }) =>
        cursor === '' ? { tools: [{ ...good, name: 'second' }] } : { tools: [good], nextCursor: '' },
    },
    comes: { tools: ['good', 'second'] },
  },
  {
    source: 'DeusData/codebase-memory-mcp#1247',
    what: 'a cursor that does not move on',
    sends: { 'tools/list': { tools: [good], nextCursor: 'MQ==' } },
    comes: { tools: ['good'] },
  },
  {
    source: 'own',
    what: 'two cursors that lead to each other',
    sends: {
      'tools/list': ({ cursor }) => ({ tools: [good], nextCursor: cursor === 'a' ? 'b' : 'a' }),
    },
    comes: { tools: ['good'] },
  },
  {
    source: 'own',
    what: 'a number as cursor',
    sends: {
      'tools/list': ({ cursor }) =>
        cursor === '2' ? { tools: [{ ...good, name: 'second' }] } : { tools: [good], nextCursor: 2 },
    },
    comes: { tools: ['good', 'second'] },
  },
  {
    source: 'own',
    what: 'null for the list of tools',
    sends: { 'tools/list': { tools: null } },
    comes: { tools: [] },
  },
  {
    source: 'hister#363',
    what: 'no version of the server',
    sends: { initialize: { serverInfo: { name: 'x' }, capabilities: { tools: {} } } },
    comes: { tools: ['echo'] },
  },
  {
    source: 'own',
    what: 'no information about the server',
    sends: { initialize: { capabilities: { tools: {} } } },
    comes: { tools: ['echo'] },
  },
  {
    source: 'claude-code#88049',
    what: 'null for capabilities that it lacks, and for instructions',
    sends: {
      initialize: {
        serverInfo: { name: 'x', version: 1 },
        capabilities: { tools: { listChanged: null }, prompts: null, resources: null, logging: null },
        instructions: null,
      },
    },
    comes: { tools: ['echo'] },
  },
  {
    source: 'own',
    what: 'true for a capability',
    sends: { initialize: { serverInfo: { name: 'x', version: '1' }, capabilities: { tools: true } } },
    comes: { tools: ['echo'] },
  },
  {
    source: 'QwenLM/qwen-code#5544',
    what: 'capabilities for resources and prompts, lists of which are empty objects',
    sends: {
      initialize: {
        serverInfo: { name: 'x', version: '1' },
        capabilities: { tools: {}, resources: {}, prompts: {} },
      },
      ...{ 'resources/list': {}, 'resources/templates/list': {}, 'prompts/list': {} },
    },
    comes: { tools: ['echo'] },
  },
  { source: 'own', what: 'a number as text', sends: call(text(42)), comes: { says: '42' } },
  { source: 'own', what: 'an object as text', sends: call(text({ a: 1 })), comes: { says: '{"a":1}' } },
  { source: 'own', what: 'null as text', sends: call(text(null)), comes: { says: '' } },
  {
    source: 'vercel/ai#15285',
    what: 'a picture and a recording whose data is no Base64',
    sends: call({
      content: [
        { type: 'image', data: 'https://a.example/a.png', mimeType: 'image/png' },
        { type: 'audio', data: 'a', mimeType: 'audio/wav' },
        { type: 'text', text: 'fine' },
      ],
    }),
    comes: {
      says: ['image', 'audio']
        .map((type) => `[The server sent a block '${type}' whose data is no Base64. It was left out.]\n\n`)
        .join('')
        .concat('fine'),
    },
  },
  {
    source: 'own',
    what: 'a resource whose data is no Base64',
    sends: call({ content: [{ type: 'resource', resource: { uri: 'a://b', blob: '?' } }] }),
    comes: { says: '[Resource a://b]\n[The data that the server sent is no Base64. It was left out.]' },
  },
  { source: 'own', what: 'null for the content', sends: call({ content: null }), comes: { says: '' } },
  {
    source: 'own',
    what: 'null for the flag of an error and for structured content',
    sends: call({ ...text('fine'), isError: null, structuredContent: null }),
    comes: { says: 'fine' },
  },
  {
    source: 'own',
    what: 'content that is a text',
    sends: call({ content: 'fine' }),
    comes: { says: 'fine' },
  },
  {
    source: 'own',
    what: 'content that is one block, not a list',
    sends: call({ content: { type: 'text', text: 'fine' } }),
    comes: { says: 'fine' },
  },
  {
    source: 'own',
    what: 'a block of an unknown type beside a text',
    sends: call({
      content: [
        { type: 'chart', data: {} },
        { type: 'text', text: 'fine' },
      ],
    }),
    comes: { says: "[The server sent a block 'chart' of an unknown type. It was left out.]\n\nfine" },
  },
  {
    source: 'own',
    what: 'a link without a name, and odd annotations',
    sends: call({ content: [{ type: 'resource_link', uri: 'a://b', annotations: { audience: 'user' } }] }),
    comes: { says: '[Link to the resource a://b]' },
  },
  {
    source: 'knowsuchagency/mcp2cli#89',
    what: 'a link beside a text, with its name',
    sends: call({
      content: [
        { type: 'text', text: 'see:' },
        { type: 'resource_link', uri: 'a://b', name: 'linked-doc', mimeType: 'text/plain' },
      ],
    }),
    comes: { says: 'see:\n\n[Link to the resource "linked-doc" at a://b]' },
  },
  {
    source: 'stacklok/mecatl#223',
    what: 'a resource with its text, and a link with a description',
    sends: call({
      content: [
        { type: 'resource', resource: { uri: 'a://b.md', mimeType: 'text/markdown', text: '# B' } },
        { type: 'resource_link', uri: 'a://c', name: 'c', description: 'The rest.' },
      ],
    }),
    comes: { says: '[Resource a://b.md]\n# B\n\n[Link to the resource "c" at a://c: The rest.]' },
  },
  {
    source: 'open-webui/open-webui#25249',
    what: 'a resource that is an address only',
    sends: call({ content: [{ type: 'resource', resource: { uri: 'a://only' } }] }),
    comes: { says: '[Resource a://only]\n' },
  },
  {
    source: 'own',
    what: 'a resource with neither text nor data',
    sends: call({ content: [{ type: 'resource', resource: { uri: 'a://b' } }] }),
    comes: { says: '[Resource a://b]\n' },
  },
  {
    source: 'cloudflare/mcp-server-cloudflare#12',
    what: 'the result in the form of the first draft',
    sends: call({ toolResult: text('fine') }),
    comes: { says: 'fine' },
  },
  {
    source: 'mark3labs/mcp-go#819',
    what: 'a text among the blocks',
    sends: call({ content: ['fine', { type: 'text', text: 'too' }] }),
    comes: { says: 'fine\n\ntoo' },
  },
  {
    source: 'jdevalk/specification.website#186',
    what: 'lists and results of revision 2026-07-28 without resultType',
    sends: {
      'server/discover': {
        ...{ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
        serverInfo: { name: 'x', version: '1' },
      },
      'tools/list': { tools: [{ ...good, name: 'echo' }] },
      ...call(text('fine')),
    },
    comes: { tools: ['echo'], says: 'fine' },
  },
  {
    source: 'kolega-ai/kolega-code#581',
    what: 'names with dots, slashes and 120 characters; the second of two that would be the same is refused',
    sends: {
      'tools/list': {
        tools: ['catalog.get-entity', 'basic/music', 'a.b', 'a_b', long].map((name) => ({ ...good, name })),
      },
    },
    comes: {
      tools: ['catalog.get-entity', 'basic/music', 'a.b', long],
      // A name depends on nothing but the tool's own, so that no other tool of the server can move into it.
      refused: { a_b: 'name_taken' },
    },
  },
  {
    source: 'ggml-org/llama.cpp#26410',
    what: 'an empty list of blocks beside structured content',
    sends: call({ content: [], structuredContent: { total: 36 } }),
    comes: { says: '{\n  "total": 36\n}' },
  },
  {
    source: 'usememos/memos#6226',
    what: 'a text that only counts what is in the structured content',
    sends: call({ ...text('Scraped 1 URLs.'), structuredContent: { chunks: ['a'] } }),
    comes: { says: 'Scraped 1 URLs.\n\n{\n  "chunks": [\n    "a"\n  ]\n}' },
  },
  {
    source: 'nicobailon/pi-mcp-adapter#146',
    what: 'structured content alone',
    sends: call({ content: [], structuredContent: { tables: ['a'] } }),
    comes: { says: '{\n  "tables": [\n    "a"\n  ]\n}' },
  },
  {
    source: 'kimi-code#2554',
    what: 'a summary as text beside the structured content',
    sends: call({ ...text('2 rows'), structuredContent: { rows: [1, 2] } }),
    comes: { says: '2 rows\n\n{\n  "rows": [\n    1,\n    2\n  ]\n}' },
  },
  {
    source: 'own',
    what: 'structured content that the text repeats with other spaces and order',
    sends: call({ ...text('{ "b": 2, "a": 1 }'), structuredContent: { a: 1, b: 2 } }),
    comes: { says: '{ "b": 2, "a": 1 }' },
  },
  {
    source: 'NousResearch/hermes-agent#101330',
    what: 'an error whose details are structured content only',
    sends: call({ ...text('failed'), isError: true, structuredContent: { line: 121 } }),
    comes: { fails: /failed\n\{\s+"line": 121/ },
  },
  {
    source: 'anthropics/anthropic-sdk-typescript#1191',
    what: 'an error without text',
    sends: call({ content: [], isError: true, structuredContent: { reason: 'full' } }),
    comes: { fails: /"reason": "full"/ },
  },
  {
    source: 'opentokenz/mcpx#28',
    what: 'a schema with oneOf at its top',
    sends: beside({
      name: 'odd',
      inputSchema: { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    }),
    comes: both,
  },
  {
    source: 'opentokenz/mcpx#28',
    what: 'a schema of results without a type, and a result without structured content',
    sends: {
      'tools/list': {
        tools: [{ name: 'echo', inputSchema: { type: 'object' }, outputSchema: { $id: 'a.v1' } }, good],
      },
      ...call(text('fine')),
    },
    comes: { tools: ['echo', 'good'], says: 'fine' },
  },
  {
    source: 'nataliapc/mcp-openmsx#22',
    what: 'a schema of results in draft 7',
    sends: {
      'tools/list': {
        tools: [
          {
            ...{ name: 'echo', inputSchema: { type: 'object' } },
            outputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
          },
        ],
      },
      ...call({ content: [], structuredContent: { a: 1 } }),
    },
    comes: { tools: ['echo'], says: '{\n  "a": 1\n}' },
  },
  {
    source: 'anthropics/claude-code#95504',
    what: 'a rule with if and then at the top of a schema',
    sends: beside({
      name: 'odd',
      inputSchema: {
        ...{ type: 'object', properties: { mode: { type: 'string' } } },
        allOf: [{ if: { properties: { mode: { const: 'x' } } }, then: { required: ['size'] } }],
      },
    }),
    comes: both,
  },
];
