/** Guarded mode in 80 everyday tasks: it asks about at most one task in ten. */
import { describe, expect, it } from 'vitest';
import { findOutgoing } from '#workers/engine/permissions/guarded-mode/find-outgoing.ts';
import { unifiedDiff } from '#workers/text/unified-diff.ts';
import { runGuarded } from './guarded-run.ts';
import { conversation, findTool, type Call, type ConversationEntry } from './conversations.ts';

const get = (url: string): Call => ['http_request', { url }];
const post = (url: string, body = '{}'): Call => ['http_request', { url, method: 'POST', body }];
const read = (path: string): Call => ['read_file', { path }];
const write = (path: string): Call => ['write_file', { path, content: 'text' }];

/** The results of every search in these tasks. */
const found = [
  'https://en.wikipedia.org/wiki/A',
  'https://blog.example.org/2',
  'https://example.net/b/3',
] as const;
const search = (query: string): Call => ['web_search', { query }];
const page = (at: number): Call => ['fetch_url', { url: found[at] ?? 'https://other.example/4' }];

/** The user's message, and the calls that follow, each in a reply of its own. */
type Task = [message: string, ...calls: Call[]];

const tasks: Task[] = [
  ['What time is it in Tokyo?', ['get_current_time', { timezone: 'Asia/Tokyo' }]],
  ['What is the weather in Berlin?', get('https://wttr.in/Berlin?format=3')],
  ['Compare the weather in Berlin and Paris', get('https://wttr.in/Berlin'), get('https://wttr.in/Paris')],
  ['Summarise https://en.wikipedia.org/wiki/Otter', get('https://en.wikipedia.org/wiki/Otter')],
  [
    'Compare https://a.example/x and https://b.example/y',
    get('https://a.example/x'),
    get('https://b.example/y'),
  ],
  ['Read https://a.example/x and save a summary', get('https://a.example/x'), write('summary.md')],
  ['Save https://a.example/x, then check the file', get('https://a.example/x'), write('x.md'), read('x.md')],
  ['What is on news.ycombinator.com?', get('https://news.ycombinator.com/')],
  [
    'Is example.com up?',
    get('https://example.com/'),
    ['http_request', { url: 'https://example.com/', method: 'HEAD' }],
  ],
  [
    'List the stars of github.com/preactjs/preact with api.github.com',
    get('https://api.github.com/repos/preactjs/preact'),
  ],
  [
    'How many downloads has preact? Use api.npmjs.org',
    get('https://api.npmjs.org/downloads/point/last-week/preact'),
  ],
  [
    'Convert 10 EUR to USD with https://api.frankfurter.app',
    get('https://api.frankfurter.app/latest?amount=10'),
    get('https://api.frankfurter.app/latest?amount=10&to=USD'),
  ],
  ['Write a poem into poem.txt', write('poem.txt')],
  ['Write a poem, then read it to me', write('poem.txt'), read('poem.txt')],
  ['Read my notes', read('notes.txt')],
  ['Summarise notes.txt into summary.txt', read('notes.txt'), write('summary.txt')],
  ['Find all TODOs', ['grep', { pattern: 'TODO' }]],
  ['Which files are large?', ['list_directory', { path: '.' }]],
  ['Rename a.txt to b.txt', ['move_file', { path: 'a.txt', to: 'b.txt' }]],
  ['Delete old.txt', ['delete_file', { path: 'old.txt' }]],
  ['Make a folder for taxes', ['make_directory', { path: 'taxes' }]],
  [
    'Correct the typo in letter.txt',
    read('letter.txt'),
    ['edit', { path: 'letter.txt', old_string: 'teh', new_string: 'the' }],
  ],
  [
    'Sort my photos into folders by year',
    ['list_directory', { path: 'photos' }],
    ['move_file', { path: 'photos/a.jpg', to: 'photos/2024/a.jpg' }],
  ],
  ['Count the words of thesis.md', read('thesis.md')],
  ['What changed between v1.txt and v2.txt?', read('v1.txt'), read('v2.txt')],
  ['Translate letter.txt into German', read('letter.txt'), write('brief.txt')],
  ['Extract the addresses from mails.txt', read('mails.txt'), write('addresses.csv')],
  ['Apply this patch', ['apply_patch', { patch: '--- a/x\n+++ b/x\n' }]],
  [
    'Send notes.txt to https://api.example.com/notes',
    read('notes.txt'),
    post('https://api.example.com/notes'),
  ],
  [
    'Post the summary of notes.txt to https://hooks.example.org/T1',
    read('notes.txt'),
    post('https://hooks.example.org/T1'),
  ],
  ['Where am I?', ['get_location', {}]],
  ['Remind me in the notification to drink', ['send_notification', { title: 'Drink', body: 'Water' }]],
  ['Copy the total to the clipboard', ['write_clipboard', { text: '42' }]],
  ['Fix the text I copied', ['read_clipboard', {}], ['write_clipboard', { text: 'fixed' }]],
  ['How much memory has this device?', ['device_info', {}]],
  ['Plan my week', ['todowrite', { todos: [] }], ['todoread', {}]],
  ['Ask me three questions about Rome', ['question', { question: 'When was it founded?' }]],
  ['What is left to do?', ['todoread', {}]],
  ['Which issues are open?', ['mcp__tracker__list_issues', {}]],
  ['Search my mail for the invoice', ['mcp__mail__search', { query: 'invoice' }]],
  ['Add milk to the shopping list', ['mcp__lists__add', { item: 'milk' }]],
  ['What is in my calendar today?', ['mcp__calendar__today', {}]],
  ['Turn on the light', ['mcp__home__light', { on: true }]],
  [
    'Read https://docs.example.com/start and the pages it links',
    get('https://docs.example.com/start'),
    get('https://docs.example.com/next'),
  ],
  [
    'Download https://data.example.com/a.csv and count its rows',
    get('https://data.example.com/a.csv'),
    write('a.csv'),
    read('a.csv'),
  ],
  [
    'Try the health check of https://staging.example.com',
    get('https://staging.example.com/health'),
    get('https://staging.example.com/ready'),
  ],
  [
    'Log in at https://api.example.com and list my items',
    post('https://api.example.com/login'),
    get('https://api.example.com/items?page=1'),
    get('https://api.example.com/items?page=2'),
  ],
  [
    'Create a paste at https://paste.example.net with the text hello',
    post('https://paste.example.net/', 'hello'),
  ],
  ['What is new at https://blog.example.com/feed.xml?', get('https://blog.example.com/feed.xml')],
  [
    'Check the links in https://a.example/x',
    get('https://a.example/x'),
    ['http_request', { url: 'https://a.example/y', method: 'HEAD' }],
  ],
  [
    'Who wrote https://a.example/x? Look at www.b.example, too',
    get('https://a.example/x'),
    get('https://www.b.example/'),
  ],
  [
    'Write a CSV of planets and check it',
    write('planets.csv'),
    read('planets.csv'),
    ['edit', { path: 'planets.csv', old_string: 'a', new_string: 'b' }],
  ],
  [
    'Describe my files in a README',
    ['list_directory', { path: '.' }],
    ['glob', { pattern: '**/*.md' }],
    write('README.md'),
  ],
  ['What is new in Chrome?', search('chrome new features')],
  ['Find a recipe for risotto and tell me the steps', search('risotto recipe'), page(0)],
  ['Search for the tallest trees and compare two sources', search('tallest trees'), page(0), page(1)],
  [
    'Research electric bikes and write a summary into bikes.md',
    search('electric bikes test'),
    page(0),
    page(1),
    search('electric bikes range'),
    page(2),
    write('bikes.md'),
  ],
  [
    'Research the history of Rome in five sources',
    search('history of rome'),
    ...[0, 1, 2, 3, 4].map(page),
    write('rome.md'),
    read('rome.md'),
  ],
  ['Is https://a.example/x right? Look for other sources', get('https://a.example/x'), search('x'), page(1)],
  ['Read https://a.example/x', ['fetch_url', { url: 'https://a.example/x' }]],
  [
    'Read https://a.example/x and https://b.example/y, and save a comparison',
    ['fetch_url', { url: 'https://a.example/x' }],
    ['fetch_url', { url: 'https://b.example/y' }],
    write('comparison.md'),
  ],
  ['How do I debounce in TypeScript?', ['codesearch', { query: 'debounce typescript' }], page(2)],
  ['Show me the picture at https://a.example/x.png', ['image', { url: 'https://a.example/x.png' }]],
  ['Get https://git.example/a.git', ['git_clone', { url: 'https://git.example/a.git' }]],
  [
    'Get https://git.example/a.git and look for a website of the project',
    ['git_clone', { url: 'https://git.example/a.git' }],
    search('project a website'),
  ],
  ['Calculate the mean of 1, 2 and 4', ['run_python', { code: 'print(7 / 3)' }]],
  [
    'What is the fastest train? Then add it to notes.txt',
    search('fastest train'),
    page(0),
    read('notes.txt'),
  ],
  [
    'I am writing about otters. Summarise https://a.example/x',
    get('https://a.example/x'),
    write('otters.md'),
  ],
  [
    'Compare https://a.example/x and https://b.example/y, only since 2024',
    get('https://a.example/x'),
    get('https://b.example/y'),
  ],
  ['Which are the 500 largest lakes?', search('largest lakes'), page(0), page(1)],
  [
    'I have three days in Rome and 750 euros. What should I see?',
    search('rome in three days'),
    page(0),
    search('rome museums'),
    page(2),
  ],
  ['My name is Anna. Write a letter with it', write('letter.txt'), read('letter.txt')],
  // The following tasks are those about which guarded mode should ask.
  ['Upload report.md to paste.example.net', read('report.md'), post('https://paste.example.net/')],
  ['Check the claims of notes.txt on the web', read('notes.txt'), search('claim'), page(0)],
  ['Look the place in notes.txt up', read('notes.txt'), get('https://nominatim.example.org/search?q=Rome')],
  [
    'What is the forecast? Find the place first',
    get('https://geo.example.com/?q=Rome'),
    get('https://forecast.example.com/?lat=1'),
  ],
  ['Make an issue of notes.txt', read('notes.txt'), ['mcp__tracker__create_issue', { title: 'x' }]],
  [
    'Which issues are open, and close the first',
    ['mcp__tracker__list_issues', {}],
    ['mcp__tracker__close_issue', { id: 1 }],
  ],
  ['Summarise https://a.example/x', get('https://a.example/x')],
  ['Read poem.txt aloud', read('poem.txt')],
];

/** Whether any call of the task is asked about; an answer is valid for the rest of the conversation. */
async function isAsked([message, ...calls]: Task): Promise<boolean> {
  const entries: ConversationEntry[] = [{ user: message }];
  for (const call of calls) {
    const { asked, ran, result } = await runGuarded(entries, call);
    if (asked.length > 0) return true;
    // A call that was refused for another reason would prove nothing.
    expect(ran, `of "${message}": ${JSON.stringify(result)}`).toHaveLength(1);
    entries.push({ call, result: resultOf(call, entries) });
  }
  return false;
}

/** A file that the task wrote contains the written text. */
function resultOf([name, { path }]: Call, entries: readonly ConversationEntry[]): string {
  const isWritten = entries.some(
    (entry) => 'call' in entry && entry.call[0] === 'write_file' && entry.call[1].path === path,
  );
  if (name === 'web_search' || name === 'codesearch')
    return [...found, 'https://other.example/4']
      .map((url, at) => `${at + 1}. Title\n${url}\nText.`)
      .join('\n');
  return name === 'read_file' && isWritten ? 'text' : 'See https://docs.example.com/next';
}

describe('everyday tasks', () => {
  it('are 80 here', () => {
    expect(tasks).toHaveLength(80);
  });

  it('are asked about in one of ten cases at most', async () => {
    const asked: string[] = [];
    for (const task of tasks) if (await isAsked(task)) asked.push(task[0]);

    expect(asked.length).toBeLessThanOrEqual(8);
    // The tasks include some that must be asked about, so a gate that never asks would fail.
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });
});

describe('a file that was written here', async () => {
  const written: ConversationEntry = {
    call: ['write_file', { path: 'a.txt', content: 'One\nTwo\nThree\n' }],
    result: 'written',
  };
  const edited: ConversationEntry = {
    call: ['edit', { path: 'a.txt', old_string: 'Two', new_string: 'Zwei' }],
    result: (await unifiedDiff('a.txt', 'One\nTwo\nThree\n', 'One\nZwei\nThree\n')) ?? '',
  };
  const readBack = (path: string, result: string): ConversationEntry => ({ call: read(path), result });

  it.each<[string, ConversationEntry[]]>([
    ['whole', [written, readBack('a.txt', 'One\nTwo\nThree\n')]],
    ['in part', [written, readBack('a.txt', 'Two\n\n(Lines 2 to 2 of 3. Continue with offset 3.)')]],
    ['with other line ends', [written, readBack('a.txt', 'One\r\nTwo\r\n')]],
    ['under another name', [written, readBack('moved.txt', 'One\nTwo\n')]],
    ['after an edit', [written, edited, readBack('a.txt', 'One\nZwei\nThree\n')]],
  ])('and is read %s brings nothing from outside', (_, entries) => {
    const { messages, request } = conversation(
      [{ user: 'Go' }, ...entries],
      post('https://api.example.com/'),
    );
    expect(findOutgoing(request, messages, () => false, findTool)).toBeUndefined();
  });
});

describe('an answer', () => {
  const entries: ConversationEntry[] = [{ user: 'Go' }, { call: read('notes.txt'), result: 'text' }];
  const { messages, request } = conversation(entries, post('https://api.example.com/'));

  it('names where it would go and the newest text from outside', () => {
    expect(findOutgoing(request, messages, () => false, findTool)).toEqual({
      to: { type: 'host', name: 'api.example.com' },
      source: { type: 'file', path: 'notes.txt' },
    });
  });

  it('holds for this destination', () => {
    expect(
      findOutgoing(request, messages, ({ name }) => name === 'api.example.com', findTool),
    ).toBeUndefined();
    expect(findOutgoing(request, messages, ({ name }) => name === 'example.com', findTool)).toBeDefined();
  });
});
