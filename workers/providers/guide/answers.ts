/** The sentences of the guide, one catalogue per language; the facts come from tool results. */
import type { ToolCategory } from '#shared/tools/tool.ts';

export type Language = 'en' | 'zh';

export type Answers = {
  time(clock: string, place?: string): string;
  saved(path: string, bytes: string, append: boolean): string;
  contains(path: string): string;
  isEmpty(path: string): string;
  listed(path?: string): string;
  listedNothing(path?: string): string;
  answered(url: string, status: string): string;
  toolSaid(tool: string): string;
  shortened: string;
  bytes(count: string): string;
  failed: {
    time: string;
    write(path: string): string;
    read(path: string): string;
    list: string;
    fetch(url: string): string;
    tool(name: string): string;
  };
  /** What the user can try, by error type; absent if the error's message says it. */
  hints: Readonly<Record<string, string>>;
  noResult: string;
  unclear(text: string): string;
  /** Names the screens that can do without a model what the guide cannot. */
  elsewhere: string;
  unknownPlace(place: string): string;
  badArguments(tool: string): string;
  switchedOff(tool: string): string;
  /** The remaining steps are not done. */
  stopped: string;
  who: string;
  /** Examples with the tool that each needs. */
  examples: readonly (readonly [tool: string, example: string])[];
  noTools: string;
  /** The line above the list of tools, and the names of its groups. */
  tools: string;
  categories: Readonly<Record<ToolCategory, string>>;
  /** The group of the tools of servers. */
  external: string;
  addModel: string;
};

const en: Answers = {
  time: (clock, place) => `It is ${clock}${place ? ` in ${place}` : ''}.`,
  saved: (path, bytes, append) => `${append ? 'Added to' : 'Saved'} ${path}${bytes}.`,
  contains: (path) => `${path} contains:`,
  isEmpty: (path) => `${path} is empty.`,
  listed: (path) => (path ? `In ${path}:` : 'Your files:'),
  listedNothing: (path) => (path ? `${path} is empty.` : 'You have no files yet.'),
  answered: (url, status) => `${url} answered${status ? ` ${status}` : ''}:`,
  toolSaid: (tool) => `${tool} answered:`,
  shortened: 'Shortened; the whole of it is in the tool’s card.',
  bytes: (count) => ` (${count} ${count === '1' ? 'byte' : 'bytes'})`,
  failed: {
    time: 'I could not look up the time',
    write: (path) => `I could not write ${path}`,
    read: (path) => `I could not read ${path}`,
    list: 'I could not list the files',
    fetch: (url) => `I could not reach ${url}`,
    tool: (name) => `${name} failed`,
  },
  hints: {
    file_not_found: 'Write “list my files” to see what is there.',
    network_error: 'Some sites do not answer web pages.',
    permission_denied: 'Ask again if you want to allow it after all.',
    timeout: 'You can ask again.',
    interrupted: 'Part of it may have happened; look before you ask again.',
    cancelled: 'Part of it may have happened; look before you ask again.',
    storage_full: 'Delete what you no longer need, then ask again.',
  },
  noResult: 'There was no result.',
  unclear: (text) => `I did not understand “${text}”.`,
  elsewhere:
    'Commands such as `git init`, `ls | wc -l` or `rm notes/today.txt` run without a model in the Terminal, which is in the menu. You write memories yourself under Memory.',
  unknownPlace: (place) =>
    `I do not know the time zone of “${place}”. Name a large city or a zone, like “What time is it in Paris?” or “time in Asia/Tokyo”.`,
  badArguments: (tool) => `To run ${tool}, write its arguments as JSON, like: run ${tool} {"name": "value"}`,
  switchedOff: (tool) =>
    `The tool ${tool} is switched off for this agent, or does not exist. You can switch tools on in the agent's settings.`,
  stopped: 'I stopped there; what was to follow is not done.',
  who: 'I am the built-in guide, not an AI. I understand a few plain requests and run real tools for you. Try:',
  examples: [
    ['get_current_time', 'What time is it in Tokyo and in Paris?'],
    ['write_file', "Write 'buy milk' to notes/today.txt"],
    ['write_file', "Append ' and eggs' to notes/today.txt, then read it back"],
    ['list_directory', 'List my files'],
    // This server answers web pages of any origin: docs.github.com, Using CORS and JSONP.
    ['http_request', 'Fetch https://api.github.com/zen'],
  ],
  noTools:
    'I am the built-in guide, not an AI. I run tools for you, but none I know is switched on for this agent.',
  tools: 'These tools are on for this agent. To call one by its name, write: run get_current_time',
  categories: {
    ...{ io: 'Files', network: 'Network', system: 'System', notify: 'Notifications', memory: 'Memory' },
    ...{ agent: 'Agents', code: 'Code', git: 'Git', device: 'Device' },
  },
  external: 'Tool servers',
  addModel: 'To talk with a real model, add one: Settings → Add a model.',
};

const zh: Answers = {
  time: (clock, place) => `${place ?? ''}现在是${clock}。`,
  saved: (path, bytes, append) => `${append ? '已追加到' : '已保存'} ${path}${bytes}。`,
  contains: (path) => `${path} 的内容：`,
  isEmpty: (path) => `${path} 是空的。`,
  listed: (path) => (path ? `${path} 里有：` : '你的文件：'),
  listedNothing: (path) => (path ? `${path} 是空的。` : '还没有文件。'),
  answered: (url, status) => `${url} 的回应${status ? `（${status}）` : ''}：`,
  toolSaid: (tool) => `${tool} 的结果：`,
  shortened: '内容有删节，全文在工具卡片里。',
  bytes: (count) => `（${count} 字节）`,
  failed: {
    time: '没能查到时间',
    write: (path) => `没能写入 ${path}`,
    read: (path) => `没能读取 ${path}`,
    list: '没能列出文件',
    fetch: (url) => `没能访问 ${url}`,
    tool: (name) => `${name} 没有成功`,
  },
  hints: {
    file_not_found: '可以说“列出我的文件”，看看有哪些文件。',
    network_error: '请检查网址；有些网站不回应网页发出的请求。',
    permission_denied: '如果愿意允许，请再说一次。',
    timeout: '可以再试一次。',
    interrupted: '可能已经完成了一部分，请先查看再重试。',
    cancelled: '可能已经完成了一部分，请先查看再重试。',
    storage_full: '请先删除不需要的文件，再试一次。',
  },
  noResult: '没有结果。',
  unclear: (text) => `我没看懂“${text}”。`,
  elsewhere:
    '`git init`、`ls | wc -l`、`rm notes/today.txt` 这样的命令不需要模型，可以在菜单里的“终端”中运行。记忆可以在“记忆”里自己写。',
  unknownPlace: (place) =>
    `我不知道“${place}”在哪个时区。请说一个大城市或时区名，例如“巴黎现在几点”或“time in Asia/Tokyo”。`,
  badArguments: (tool) => `要运行 ${tool}，请用 JSON 写参数，例如：运行 ${tool} {"name": "value"}`,
  switchedOff: (tool) => `这个助手没有开启工具 ${tool}，或者没有这个工具。可以在“助手”和“工具”里开启。`,
  stopped: '我停在这里，后面的步骤没有做。',
  who: '我是内置向导，不是人工智能。我能听懂一些简单的请求，并为你运行真正的工具。试试：',
  examples: [
    ['get_current_time', '东京和巴黎现在几点？'],
    ['write_file', '写“买牛奶”到 notes/today.txt'],
    ['write_file', '追加“鸡蛋”到 notes/today.txt，然后读取它'],
    ['list_directory', '列出我的文件'],
    ['http_request', '抓取 https://api.github.com/zen'],
  ],
  noTools: '我是内置向导，不是人工智能。我为你运行工具，但这个助手没有开启我会用的工具。',
  tools: '这个助手开启了这些工具。要按名称调用，请写：运行 get_current_time',
  categories: {
    ...{ io: '文件', network: '网络', system: '系统', notify: '通知', memory: '记忆' },
    ...{ agent: '智能体', code: '代码', git: 'Git', device: '设备' },
  },
  external: '工具服务器',
  addModel: '想和真正的模型对话，请添加一个：设置 → 添加模型。',
};

export const answers: Readonly<Record<Language, Answers>> = { en, zh };

export function languageOf(message: string): Language {
  return /\p{Script=Han}/u.test(message) ? 'zh' : 'en';
}
