/** Messages of users, and the calls that the guide derives from them, stage by stage. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentsOf, toolOf } from '#workers/providers/guide/intent.ts';
import { planMessage } from '#workers/providers/guide/plan-message.ts';
import { cpuTimeGrowth } from '#tests/fixtures/cpu-time-growth.ts';

const tools = new Set([
  'get_current_time',
  'write_file',
  'read_file',
  'list_directory',
  'http_request',
  'test_loop',
  'noop',
]);

/** `time Asia/Tokyo & list` is one stage with two calls; `write a.txt=x > read a.txt` is two stages. */
function planned(message: string): string {
  const { stages, problems, dropped } = planMessage(message, { tools });
  const calls = stages.map((stage) => stage.map((intent) => shortened(intent)).join(' & ')).join(' > ');
  const notes = problems.map((problem) => `!${Object.values(problem).join(' ')}`).join(' ');
  return [calls, notes, dropped ? 'dropped' : ''].filter(Boolean).join(' ');
}

function shortened(intent: Parameters<typeof toolOf>[0]): string {
  const { path, content, mode, url, method, body, timezone, ...rest } = argumentsOf(intent, '$');
  switch (intent.type) {
    case 'time':
      return timezone === undefined ? 'time' : `time ${String(timezone)}`;
    case 'write':
      return `${mode === 'append' ? 'append' : 'write'} ${String(path)}=${String(content)}`;
    case 'read':
      return `read ${String(path)}`;
    case 'list':
      return path === undefined ? 'list' : `list ${String(path)}`;
    case 'fetch':
      return [typeof method === 'string' ? method : 'fetch', url, body]
        .filter((part) => part !== undefined)
        .join(' ');
    case 'tool':
      return `${intent.name} ${JSON.stringify({ ...rest, ...(timezone !== undefined && { timezone }) })}`;
  }
}

const tokyo = 'time Asia/Tokyo';
const paris = 'time Europe/Paris';

const phrasings: Record<string, [message: string, plan: string][]> = {
  time: [
    ['What time is it in Tokyo?', tokyo],
    ['what time is it in tokyo', tokyo],
    ['WHAT TIME IS IT IN TOKYO???', tokyo],
    ['Could you please tell me what time it is in Tokyo?', tokyo],
    ["What's the time in Tokyo right now?", tokyo],
    ['What’s the current time in Tokyo, please?', tokyo],
    ['Hello, what time is it in Tokyo?', tokyo],
    ['Tokyo time', tokyo],
    ['time in Asia/Tokyo', tokyo],
    ['what time is it in "Tokyo"', tokyo],
    ['time', 'time'],
    ['What time is it?', 'time'],
    ['what time is it now', 'time'],
    ['current time please', 'time'],
    ["what's the date today?", 'time'],
    ['What time is it in Buenos Aires?', 'time America/Argentina/Buenos_Aires'],
    ['What time is it in New York?', 'time America/New_York'],
    ['what time is it in são paulo', 'time America/Sao_Paulo'],
    ['time in the UK', 'time Europe/London'],
    ['time in UTC', 'time UTC'],
    ["What's the time in Tokyo, Japan?", tokyo],
    ['I want to know what time it is in Tokyo', tokyo],
    ['What is the time complexity of quicksort?', '!unclear What is the time complexity of quicksort'],
    ['Get the current time in Asia/Kolkata', 'time Asia/Kolkata'],
    ['What time is it in Atlantis?', '!unknown-place Atlantis'],
    ['现在几点', 'time'],
    ['现在几点了？', 'time'],
    ['请问现在是几点？', 'time'],
    ['几点了', 'time'],
    ['今天星期几', 'time'],
    ['东京现在几点', tokyo],
    ['请告诉我东京现在几点了？', tokyo],
    ['现在东京几点', tokyo],
    ['东京时间', tokyo],
    ['东京的时间是多少？', tokyo],
    ['查一下纽约的时间', 'time America/New_York'],
    ['亚特兰蒂斯现在几点', '!unknown-place 亚特兰蒂斯'],
  ],
  write: [
    ["Write 'buy milk' to notes/today.txt", 'write notes/today.txt=buy milk'],
    ["Please write 'buy milk' to notes/today.txt.", 'write notes/today.txt=buy milk'],
    ['save hello in a.txt', 'write a.txt=hello'],
    ['SAVE "Hello World" INTO A.TXT!', 'write A.TXT=Hello World'],
    ["Write 'a and then b, c; d' to a.txt", 'write a.txt=a and then b, c; d'],
    ["Write 'it's fine' to a.txt", "write a.txt=it's fine"],
    ['Write “smart” to a.txt', 'write a.txt=smart'],
    ["write 'x' to 'my notes/to do.txt'", 'write my notes/to do.txt=x'],
    ['write `code` to a.txt', 'write a.txt=code'],
    ['write ```js\nlet a = 1;\n``` to a.js', 'write a.js=let a = 1;'],
    ['save hello and goodbye in a.txt', 'write a.txt=hello and goodbye'],
    ['write eggs, milk and bread to list.txt', 'write list.txt=eggs, milk and bread'],
    ['write we go to Paris to a.txt', 'write a.txt=we go to Paris'],
    ['Write to a.txt: milk, eggs and bread', 'write a.txt=milk, eggs and bread'],
    ['Write to a.txt: Well done!', 'write a.txt=Well done!'],
    ['create file x.txt with y', 'write x.txt=y'],
    ['Create a file called x.txt with eggs and milk', 'write x.txt=eggs and milk'],
    ["write a file x.txt with 'hi, you'", 'write x.txt=hi, you'],
    ['帮我写一个文件 a.txt，内容是“你好”', 'write a.txt=你好'],
    ['create an empty file x.txt', 'write x.txt='],
    ["Append 'eggs' to notes/today.txt", 'append notes/today.txt=eggs'],
    ['add eggs to shopping', 'append shopping=eggs'],
    ['add "salt and pepper" to the end of the file list.txt', 'append list.txt=salt and pepper'],
    ['save hello in a.txt and goodbye in b.txt', 'write a.txt=hello & write b.txt=goodbye'],
    ['写“买牛奶”到 notes/today.txt', 'write notes/today.txt=买牛奶'],
    ['写买牛奶到notes/today.txt', 'write notes/today.txt=买牛奶'],
    ['写买牛奶和鸡蛋到notes/today.txt', 'write notes/today.txt=买牛奶和鸡蛋'],
    ['把「买牛奶，然后回家」写入 notes/今天.txt', 'write notes/今天.txt=买牛奶，然后回家'],
    ['请把买牛奶保存到 a.txt 里', 'write a.txt=买牛奶'],
    ['保存‘你好’进a.txt', 'write a.txt=你好'],
    ["写'你好'到a.txt。", 'write a.txt=你好'],
    ['在 a.txt 里写：你好', 'write a.txt=你好'],
    ['创建文件 a.txt，内容是你好', 'write a.txt=你好'],
    ['追加“鸡蛋”到 notes/today.txt', 'append notes/today.txt=鸡蛋'],
    ['把鸡蛋追加到 notes/today.txt', 'append notes/today.txt=鸡蛋'],
    ['往 a.txt 里追加“鸡蛋”', 'append a.txt=鸡蛋'],
  ],
  read: [
    ['Read notes/today.txt', 'read notes/today.txt'],
    ['read notes/today.txt.', 'read notes/today.txt'],
    ['show me notes/today.txt', 'read notes/today.txt'],
    ['Open the file notes/today.txt, please', 'read notes/today.txt'],
    ['open "my notes/to do.txt"', 'read my notes/to do.txt'],
    ["what's in a.txt?", 'read a.txt'],
    ['what does a.txt say?', 'read a.txt'],
    ['read README', 'read README'],
    ['read a.txt and b.txt', 'read a.txt & read b.txt'],
    ['read a.txt, b.txt and c.txt', 'read a.txt & read b.txt & read c.txt'],
    ['读取 notes/today.txt', 'read notes/today.txt'],
    ['查看notes/today.txt的内容', 'read notes/today.txt'],
    ['请打开文件 a.txt', 'read a.txt'],
    ['读取 a.txt 和 b.txt', 'read a.txt & read b.txt'],
  ],
  list: [
    ['List my files', 'list'],
    ['list all files', 'list'],
    ['list files in my workspace', 'list'],
    ['what files do I have?', 'list'],
    ['show me my files', 'list'],
    ['list notes', 'list notes'],
    ['list the files in notes/', 'list notes/'],
    ['What files are there in the folder notes?', 'list notes'],
    ['列出我的文件', 'list'],
    ['列出文件', 'list'],
    ['我有哪些文件？', 'list'],
    ['有什么文件', 'list'],
    ['列出 notes 里的文件', 'list notes'],
  ],
  fetch: [
    ['Fetch https://example.com/a', 'fetch https://example.com/a'],
    ['get https://example.com.', 'fetch https://example.com'],
    ['open https://example.com?a=1&b=2', 'fetch https://example.com?a=1&b=2'],
    ['please fetch the page at https://example.com/', 'fetch https://example.com/'],
    ['https://example.com', 'fetch https://example.com'],
    ['fetch example.com/x', 'fetch https://example.com/x'],
    ['POST {"a": 1, "b": [2]} to https://example.com', 'POST https://example.com {"a": 1, "b": [2]}'],
    ["post 'x and y' to https://example.com", 'POST https://example.com x and y'],
    ['POST {"a":1} 到 https://example.com', 'POST https://example.com {"a":1}'],
    [
      'fetch http://localhost:99/a and then http://127.0.0.1:1/b',
      'fetch http://localhost:99/a > fetch http://127.0.0.1:1/b',
    ],
    ['DELETE https://example.com/1', 'DELETE https://example.com/1'],
    ['put hello to https://example.com/1', 'PUT https://example.com/1 hello'],
    [
      'Make an HTTP GET request to https://example.com and show me the response.',
      'fetch https://example.com',
    ],
    ['Send a POST request to https://example.com with body {"a":1}', 'POST https://example.com {"a":1}'],
    ['发送 POST 请求到 https://example.com，内容是 {"a":1}', 'POST https://example.com {"a":1}'],
    ['抓取 https://example.com', 'fetch https://example.com'],
    ['获取https://example.com的内容', 'fetch https://example.com'],
    ['请打开网页https://example.com/a，谢谢', 'fetch https://example.com/a'],
    ['把 {"a":1} 发送到 https://example.com', 'POST https://example.com {"a":1}'],
  ],
  several: [
    ['What time is it in Tokyo and in Paris?', `${tokyo} & ${paris}`],
    ['What time is it in Tokyo and Paris?', `${tokyo} & ${paris}`],
    ['what time is it in Tokyo, Paris and London', `${tokyo} & ${paris} & time Europe/London`],
    ['what time is it in Paris and list my files', `${paris} & list`],
    ['What time is it in Tokyo? What time is it in Paris?', `${tokyo} & ${paris}`],
    ['time in Tokyo; read a.txt\nlist my files', `${tokyo} & read a.txt & list`],
    ['What time is it in Tokyo and tell me a joke', `${tokyo} !unclear tell me a joke`],
    ['What time is it in Tokyo and Atlantis?', `${tokyo} !unclear Atlantis`],
    ['东京和巴黎现在几点？', `${tokyo} & ${paris}`],
    ['东京现在几点，巴黎呢？', `${tokyo} & ${paris}`],
    ['东京、巴黎几点', `${tokyo} & ${paris}`],
    ['东京现在几点，并列出我的文件', `${tokyo} & list`],
  ],
  chains: [
    ['write X to a.txt and then read it back', 'write a.txt=X > read a.txt'],
    [
      "Write 'buy milk' to notes/today.txt, then read it",
      'write notes/today.txt=buy milk > read notes/today.txt',
    ],
    ["Write 'x' to a.txt. Then read that file.", 'write a.txt=x > read a.txt'],
    ["Write 'x' to a.txt and read it back", 'write a.txt=x > read a.txt'],
    [
      "write 'x' to a.txt and append 'y' to it, then show me the file",
      'write a.txt=x > append a.txt=y > read a.txt',
    ],
    ["write 'x' to a.txt and list my files", 'write a.txt=x > list'],
    ['First list my files, then read a.txt and b.txt', 'list > read a.txt & read b.txt'],
    ['fetch https://example.com and save it to page.txt', 'fetch https://example.com > write page.txt=$'],
    ['read a.txt then write the result to b.txt', 'read a.txt > write b.txt=$'],
    ['save the time in Tokyo to a file', `${tokyo} > append note.txt=$`],
    ['Save the time in Tokyo to tokyo.txt', `${tokyo} > write tokyo.txt=$`],
    ['Please write what time it is in Tokyo to a.txt.', `${tokyo} > write a.txt=$`],
    ['write Tokyo time into a.txt and read it back', `${tokyo} > write a.txt=$ > read a.txt`],
    ['append the current time to log.txt', 'time > append log.txt=$'],
    ['save the time to a.txt', 'time > write a.txt=$'],
    ['create a file x.txt with the time in Paris', `${paris} > write x.txt=$`],
    [
      'save the time in Tokyo to a.txt and the time in Paris to b.txt',
      `${tokyo} > write a.txt=$ > ${paris} > write b.txt=$`,
    ],
    ['what time is it in Tokyo and save the time to a.txt', `${tokyo} > write a.txt=$`],
    ['save the contents of a.txt to b.txt', 'read a.txt > write b.txt=$'],
    ['save the page at https://example.com to p.txt', 'fetch https://example.com > write p.txt=$'],
    ['write the list of my files to index.txt', 'list > write index.txt=$'],
    ['save the time in Atlantis to a.txt', '!unknown-place Atlantis dropped'],
    ["write 'the time in Tokyo' to a.txt", 'write a.txt=the time in Tokyo'],
    ['write https://example.com to a.txt', 'write a.txt=https://example.com'],
    ['write lunch time to a.txt', 'write a.txt=lunch time'],
    ['把东京时间保存到 a.txt', `${tokyo} > write a.txt=$`],
    ['保存东京的时间到一个文件', `${tokyo} > append note.txt=$`],
    ['把现在的时间写到 a.txt', 'time > write a.txt=$'],
    ['把 a.txt 的内容保存到 b.txt', 'read a.txt > write b.txt=$'],
    ['把我的文件列表保存到 index.txt', 'list > write index.txt=$'],
    ['tell me a joke then read a.txt', '!unclear tell me a joke dropped'],
    ['写“你好”到 a.txt，然后读取它', 'write a.txt=你好 > read a.txt'],
    ['写你好到 a.txt 再读取它', 'write a.txt=你好 > read a.txt'],
    ['把“再见”写到 a.txt，接着列出我的文件，最后看看东京时间', `write a.txt=再见 > list > ${tokyo}`],
    ['抓取 https://example.com 然后把结果保存到 page.txt', 'fetch https://example.com > write page.txt=$'],
  ],
  tools: [
    ['run test_loop', 'test_loop {}'],
    ['call noop', 'noop {}'],
    ['Please call the tool noop.', 'noop {}'],
    ['use get_current_time {"timezone":"Asia/Tokyo"}', 'get_current_time {"timezone":"Asia/Tokyo"}'],
    ['run noop {"a": "x and then y"} and list my files', 'noop {"a":"x and then y"} & list'],
    ['run noop with nonsense', '!bad-arguments noop'],
    ['run rm_all', '!switched-off rm_all'],
    ['运行 noop', 'noop {}'],
    ['调用 noop {"a":1}', 'noop {"a":1}'],
  ],
  nothing: [
    ['', ''],
    ['Hello!', ''],
    ['你好', ''],
    ['Thanks', ''],
    ['What is the meaning of life?', '!unclear What is the meaning of life'],
    ['讲个笑话', '!unclear 讲个笑话'],
    ['open settings', '!unclear open settings'],
    ['write it to a.txt', '!unclear it'],
  ],
};

describe.each(Object.entries(phrasings))('%s', (_, table) => {
  it.each(table)('understands %j', (message, plan) => {
    expect(planned(message)).toBe(plan);
  });
});

describe('understand', () => {
  it('resolves "it" to what an earlier message was about', () => {
    const { stages } = planMessage('read it', { tools, target: { path: 'a.txt' } });
    expect(stages).toEqual([[{ type: 'read', path: 'a.txt' }]]);
  });

  it('never throws, whatever is written', () => {
    const word = fc.constantFrom(
      ...Object.values(phrasings).flatMap((table) => table.flatMap(([message]) => message.split(' '))),
      ...['"', "'", '“', '「', '`', '{', '}', '\uE000', '\uF123', ' and ', ' then ', '，', '\n'],
    );
    const sentence = fc.array(fc.oneof(word, fc.string({ unit: 'binary' })), { maxLength: 20 });
    fc.assert(
      fc.property(sentence, fc.constantFrom('', ' '), (words, glue) => {
        planMessage(words.join(glue), { tools });
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, (size: number) => string, number]>([
    ['quotes that never close', (size) => `write "${"'a ".repeat(size)}`, 30_000],
    ['braces that never close', (size) => '{'.repeat(size), 50_000],
    ['many commas', (size) => `write ${'a, '.repeat(size)}`, 600],
    ['a word repeated', (size) => `写${'到'.repeat(size)}`, 1_900],
    ['separators only', (size) => ' and then '.repeat(size), 190],
    ['blanks', (size) => `read${' '.repeat(size)}x`, 3_900],
  ])('answers %s in a time that grows with its length', (_, message, longest) => {
    // The patterns may take quadratic time, because longer messages than these are not read.
    expect(cpuTimeGrowth((size) => planMessage(message(size), { tools }), longest / 4)).toBeLessThan(24);
  });
});
