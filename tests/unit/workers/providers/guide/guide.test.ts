/**
 * The guide as used by the loop: it emits events, derives its stage from the messages, and answers with
 * results.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownTraits } from '#shared/models/provider.ts';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import type { ToolDefinition, ToolResult } from '#shared/tools/tool.ts';
import { guideProvider } from '#workers/providers/guide/guide.ts';
import type { ModelEvent, ProviderDeps } from '#workers/contracts/provider.ts';

const names = ['get_current_time', 'write_file', 'read_file', 'list_directory', 'http_request', 'noop'];
const clock = 'Sunday, November 22, 2026 at 6:58:01\u202fAM GMT+9';
const deps: ProviderDeps = {
  fetch: () => Promise.reject(new Error('The guide needs no network.')),
  wait: () => Promise.resolve(),
  random: () => 0,
  online: () => false,
  pageProtocol: 'https:',
};
const target = { baseUrl: '', apiKey: '', model: 'guide', traits: unknownTraits };

function definition(name: string): ToolDefinition {
  return {
    source: 'built-in',
    name,
    title: name,
    description: name,
    category: 'io',
    parameters: { type: 'object', properties: {} },
    permissions: [],
    capabilities: [],
    timeoutSeconds: 5,
    repeatable: true,
    returns: ['own-words'],
    contacts: { type: 'nothing' },
  };
}

function message(role: Message['role'], parts: Part[]): Message {
  const [id, session, run] = [asId<'message'>('m'), asId<'session'>('s'), asId<'run'>('r')];
  return { id, session, parent: null, order: 0, run, role, parts, at: 0 };
}

const ask = (text: string) => message('user', [{ type: 'text', text }]);
const ok = (result: string): ToolResult => ({ status: 'success', result });
const fail = (error_type: 'file_not_found' | 'execution_error', text: string): ToolResult => ({
  status: 'error',
  error_type,
  message: text,
});

async function stream(
  messages: Message[],
  tools = names,
  signal = new AbortController().signal,
  noCalls?: true,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const request = {
    ...{ system: '', messages, tools: tools.map(definition), media: new Map() },
    ...(noCalls ? { noCalls } : {}),
  };
  for await (const event of guideProvider.stream(request, target, deps, signal)) events.push(event);
  return events;
}

const textIn = (events: ModelEvent[]) =>
  events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])).join('');
const callsIn = (events: ModelEvent[]) => events.filter((event) => event.type === 'call');

/** Simulates the loop: answers calls with `results` in order, until the guide answers with text. */
async function converse(text: string, results: ToolResult[], tools = names) {
  const messages = [ask(text)];
  const left = [...results];
  const calls: string[][] = [];
  for (;;) {
    const events = await stream(messages, tools);
    const asked = callsIn(events);
    if (asked.length === 0) return { answer: textIn(events), calls };
    calls.push(asked.map((call) => `${call.name} ${JSON.stringify(call.arguments)}`));
    messages.push(
      message(
        'assistant',
        asked.flatMap((call, index) => answered(call, index, left.shift())),
      ),
    );
  }
}

function answered(
  call: ModelEvent & { type: 'call' },
  index: number,
  result: ToolResult | undefined,
): Part[] {
  const id = asId<'call'>(`c${index}`);
  if (typeof call.arguments === 'string') throw new Error('The guide writes objects.');
  const part: Part = { type: 'call', id, name: call.name, arguments: call.arguments, status: 'success' };
  return result ? [part, { type: 'result', call: id, result, duration_ms: 1 }] : [part];
}

describe('guide', () => {
  it('tells the time it was given', async () => {
    const { answer, calls } = await converse('What time is it in Tokyo?', [ok(clock)]);
    expect(calls).toEqual([['get_current_time {"timezone":"Asia/Tokyo","format":"human_readable"}']]);
    expect(answer).toBe('It is Sunday, November 22, 2026 at 6:58:01\u202fAM in Tokyo.');
  });

  it('tells the time in Chinese', async () => {
    const { answer } = await converse('东京现在几点', [ok(clock)]);
    expect(answer).toBe('东京现在是2026年11月22日星期日 06:58:01。');
  });

  it('asks for several things in one reply', async () => {
    const { answer, calls } = await converse('What time is it in Tokyo and in Paris?', [
      ok(clock),
      ok(clock),
    ]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toHaveLength(2);
    expect(answer).toMatch(/in Tokyo\.\n\nIt is .* in Paris\.$/);
  });

  it('sends the next stage after the results of the one before', async () => {
    const written = ok('Wrote 8 bytes to notes/today.txt (overwrite).');
    const { answer, calls } = await converse("Write 'buy milk' to notes/today.txt and then read it back", [
      written,
      ok('buy milk'),
    ]);
    expect(calls).toEqual([
      ['write_file {"path":"notes/today.txt","content":"buy milk"}'],
      ['read_file {"path":"notes/today.txt"}'],
    ]);
    expect(answer).toBe('Saved notes/today.txt (8 bytes).\n\nnotes/today.txt contains:\n```\nbuy milk\n```');
  });

  it('writes the body of a page to the file', async () => {
    const page = ok('HTTP 200 OK\nContent-Type: text/plain\n\nhello\n\nworld');
    const { calls } = await converse('Fetch https://example.com and save it to page.txt', [
      page,
      ok('Wrote 12 bytes'),
    ]);
    expect(calls[1]).toEqual(['write_file {"path":"page.txt","content":"hello\\n\\nworld"}']);
  });

  it('stops a chain where a step failed, and says so', async () => {
    const { answer, calls } = await converse('Read a.txt, then list my files', [
      fail('file_not_found', 'There is no file a.txt.'),
    ]);
    expect(calls).toHaveLength(1);
    expect(answer).toContain('I could not read a.txt: There is no file a.txt.');
    expect(answer).toContain('I stopped there');
  });

  it('says what a tool said when it failed, also in Chinese', async () => {
    const { answer } = await converse('读取 a.txt', [fail('file_not_found', 'There is no file a.txt.')]);
    expect(answer).toContain('没能读取 a.txt：There is no file a.txt.');
  });

  it('takes a call without a result for a failure', async () => {
    expect((await converse('list my files', [])).answer).toContain('no result');
  });

  it('resolves "it" across messages', async () => {
    const earlier = answered(
      { type: 'call', id: '', name: 'read_file', arguments: { path: 'a.txt' } },
      0,
      ok('x'),
    );
    const events = await stream([ask('read a.txt'), message('assistant', earlier), ask('append y to it')]);
    expect(callsIn(events)[0]?.arguments).toEqual({ path: 'a.txt', content: 'y', mode: 'append' });
  });

  it('shortens what it shows, in a fence the content cannot close', async () => {
    const { answer } = await converse('read a.md', [ok(`\`\`\`\ncode\n\`\`\`\n${'x'.repeat(9_000)}`)]);
    expect(answer).toMatch(/^a\.md contains:\n````\n```/);
    expect(answer.length).toBeLessThan(2_200);
    expect(answer).toContain('Shortened');
  });

  it('says which tool is switched off, and calls only what it was given', async () => {
    const { answer, calls } = await converse('list my files', [], ['get_current_time']);
    expect(calls).toEqual([]);
    expect(answer).toContain('list_directory is switched off');
    expect((await converse('run noop', [ok('done')])).answer).toBe('noop answered:\n```\ndone\n```');
  });

  it('answers with text when the last request of a run allows no calls', async () => {
    const step = message(
      'assistant',
      answered({ type: 'call', id: '', name: 'list_directory', arguments: {} }, 0, ok('a.txt')),
    );
    const events = await stream([ask('list my files then read a.txt'), step], names, undefined, true);
    expect(callsIn(events)).toEqual([]);
    expect(textIn(events)).toContain('Your files:\n```\na.txt\n```\n\nI stopped there');
  });

  it.each(['Hello', 'Tell me a joke', 'help', ''])('says honestly what it is when asked %j', async (text) => {
    const events = await stream([ask(text)]);
    expect(textIn(events)).toContain('not an AI');
    expect(textIn(events)).toContain('Settings → Add a model');
    expect(textIn(events)).toContain('What time is it in Tokyo');
  });

  it('greets in Chinese', async () => {
    expect(textIn(await stream([ask('你好')]))).toContain('不是人工智能');
  });

  it('streams word by word', async () => {
    const deltas = (await stream([ask('hi')])).filter((event) => event.type === 'text-delta');
    expect(deltas.length).toBeGreaterThan(30);
  });

  it('ends without an event when the signal aborts', async () => {
    expect(await stream([ask('hi')], names, AbortSignal.abort())).toEqual([]);
  });

  it('names its one model', async () => {
    const result = await guideProvider.models(target, deps, new AbortController().signal);
    expect(result).toEqual({ ok: true, models: ['guide'] });
  });

  it('ends with exactly one stop, last, whatever the messages are', async () => {
    const result = fc.option(
      fc.oneof(
        fc.string().map(ok),
        fc.string().map((text) => fail('execution_error', text)),
      ),
      { nil: undefined },
    );
    const step = fc
      .tuple(fc.constantFrom(...names), result)
      .map(([name, end]) =>
        message('assistant', answered({ type: 'call', id: '', name, arguments: {} }, 0, end)),
      );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('time in Tokyo then list my files', '读取 a.txt 然后列出文件', 'run noop'),
    );
    const history = fc.array(fc.oneof(step, text.map(ask)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(history, fc.subarray(names), async (messages, tools) => {
        const events = await stream(messages, tools);
        expect(events.filter(({ type }) => type === 'stop' || type === 'error')).toEqual([events.at(-1)]);
        expect(events.at(-1)?.type).toBe('stop');
      }),
      { numRuns: 200 },
    );
  });
});

describe('what the guide can do', () => {
  const answerTo = async (text: string) =>
    (await stream([ask(text)], [...names, 'mcp__docs__find']))
      .map((event) => (event.type === 'text-delta' ? event.text : ''))
      .join('');

  it.each([
    'What can you do?',
    'what can you do',
    'What can you do for me?',
    'What can I do here?',
    'help',
    'Help!',
    'help me please',
    'Who are you?',
    'How does this work?',
  ])('is the answer to %o', async (text) => {
    const answer = await answerTo(text);
    expect(answer).toContain('I am the built-in guide');
    expect(answer).toContain('What time is it in Tokyo');
    expect(answer).not.toContain('did not understand');
  });

  it.each([
    'What tools do you have?',
    'what can you do',
    'Hi, which tools can you use?',
    'Please list your tools',
    'Can you tell me what tools you have?',
  ])('lists its tools by group for %o', async (text) => {
    const answer = await answerTo(text);
    expect(answer).toContain('- Files: get_current_time, write_file');
    expect(answer).toContain('- Tool servers: mcp__docs__find');
    expect(answer).not.toContain('did not understand');
  });

  it.each(['你有什么工具？', '你有哪些工具', '你能做什么', '请列出你的工具'])(
    'lists its tools by group for %o',
    async (text) => {
      expect(await answerTo(text)).toContain('- 文件：get_current_time、write_file');
      expect(await answerTo(text)).not.toContain('我没看懂');
    },
  );

  it('lists no tools where there are none', async () => {
    const events = await stream([ask('What tools do you have?')], []);
    expect(textIn(events)).toContain('none I know is switched on');
  });

  it('names the Terminal for what it does not understand, and only then', async () => {
    for (const text of ['run ls | wc -l', 'git init', 'Delete notes/today.txt', 'Remember that I like tea'])
      expect(await answerTo(text)).toMatch(/did not understand.*Terminal.*Memory/s);
    expect(await answerTo('请讲个笑话')).toContain('终端');
    expect(await answerTo('help')).not.toContain('Terminal');
  });

  it.each(['help', '帮助'])(
    'shows examples that it understands, at an address that answers pages (%s)',
    async (text) => {
      const lines = (await answerTo(text)).match(/^- .*$/gm) ?? [];
      expect(lines.length).toBeGreaterThan(4);
      for (const line of lines)
        expect(await answerTo(line.slice(2))).not.toMatch(/did not understand|我没看懂/);
      expect(lines.join('\n')).toContain('https://api.github.com/');
    },
  );

  it.each(['你能做什么？', '你会做什么', '帮助', '你可以帮我做什么', '你是谁？'])(
    'is the answer to %o',
    async (text) => {
      const answer = await answerTo(text);
      expect(answer).toContain('我是内置向导');
      expect(answer).not.toContain('我没看懂');
    },
  );
});
