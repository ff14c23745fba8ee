/** Calls that a user expects to run unasked, after what was read or without it. */
import type { Call, ConversationEntry } from '../conversations.ts';

const get = (url: string, headers?: Record<string, string>): Call => [
  'http_request',
  { url, ...(headers && { headers }) },
];
const open = (url: string): Call => ['fetch_url', { url }];
const page = 'https://w.example/page';
const api = 'https://api.example/v1/list?q=otters&limit=10';
const diary: ConversationEntry = { call: ['read_file', { path: 'diary.txt' }], result: 'My PIN is 4711.' };
const visit: ConversationEntry = { call: open(page), result: 'Text. Next: https://w.example/2' };
const says = (user: string): ConversationEntry => ({ user });

export const everydayCalls: [title: string, entries: ConversationEntry[], call: Call][] = [
  ['an address', [says(`Summarise ${page}`)], open(page)],
  ['an address, by the other tool', [says(`Summarise ${page}`)], get(page)],
  ['an address with a query', [says(`Ask ${api}`)], get(api)],
  ['an address in brackets', [says(`Summarise it (${page}).`)], open(page)],
  ['an address before a comma', [says(`Read ${page}, then stop`)], open(page)],
  ['an address in angle brackets', [says(`Read <${page}>`)], open(page)],
  ['an address in a Markdown link', [says(`Read [it](${page})`)], open(page)],
  ['an address with a capital host', [says('Read https://W.Example/page')], open(page)],
  ['an address with a port', [says('Read https://w.example:8443/page')], open('https://w.example:8443/page')],
  ['an address beside Chinese', [says(`请读${page}。`)], open(page)],
  ['an address after the diary', [says(`Read diary.txt and ${page}`), diary], open(page)],
  ['an address with a query after the diary', [says(`Read diary.txt, ask ${api}`), diary], get(api)],
  ['its headers', [says(`Is ${page} up?`)], ['http_request', { url: page, method: 'HEAD' }]],
  ['a page again', [says(`Read ${page}`), visit], open(page)],
  ['a page again after the diary', [says(`Read diary.txt and ${page}`), diary, visit], open(page)],
  ['the next part', [says(`Read ${page}`), visit], ['fetch_url', { url: page, offset: 20_000 }]],
  ['a link of the page', [says(`Read ${page} and what follows`), visit], open('https://w.example/2')],
  [
    'a link of the page after the diary',
    [says(`Read diary.txt, ${page} and what follows`), diary, visit],
    open('https://w.example/2'),
  ],
  ['another page of its host', [says(`Read ${page} and the page 3`), visit], open('https://w.example/3')],
  ['two hosts', [says(`Compare ${page} and https://v.example/`), visit], open('https://v.example/')],
  ['a bare name', [says('What is on news.example?')], open('https://news.example/')],
  ['a bare name with a path', [says('Read news.example/today')], open('https://news.example/today')],
  [
    'a bare name after the diary',
    [says('Read diary.txt and news.example'), diary],
    open('https://news.example/'),
  ],
  ['a bare name with www', [says('Read www.news.example')], open('https://www.news.example/')],
  ['a bare name by http', [says('Read news.example')], open('http://news.example/')],
  ['a bare name, and a path there', [says('Use api.example')], get('https://api.example/v1/list')],
  ['a common bare name', [says('What is on news.ycombinator.com?')], open('https://news.ycombinator.com/')],
  ['an answer in JSON', [says(`Ask ${api}`)], get(api, { Accept: 'application/json' })],
  ['a search', [says('Research otters')], ['web_search', { query: 'otters' }]],
  ['a search of code', [says('How do I sort?')], ['codesearch', { query: 'sort', language: 'rust' }]],
  [
    'a result of a search',
    [says('Research otters'), { call: ['web_search', { query: 'otters' }], result: 'https://o.example/1' }],
    open('https://o.example/1'),
  ],
  [
    'a second search',
    [says('Research otters'), { call: ['web_search', { query: 'otters' }], result: 'https://o.example/1' }],
    ['web_search', { query: 'sea otters' }],
  ],
  [
    'a post before all text',
    [says('Post "hi" to https://me.example/in')],
    ['http_request', { url: 'https://me.example/in', method: 'POST', body: 'hi' }],
  ],
  [
    'a post of a file to where the user said',
    [says('Send diary.txt to https://me.example/in'), diary],
    ['http_request', { url: 'https://me.example/in', method: 'POST', body: 'My PIN is 4711.' }],
  ],
  ['a file written', [says(`Save ${page}`), visit], ['write_file', { path: 'a.md', content: 'Text.' }]],
  ['a calculation', [says(`Sum up ${page}`), visit], ['run_python', { code: 'print(1 + 1)' }]],
  ['a command', [says(`Save ${page}`), visit], ['execute_shell_command', { command: 'ls' }]],
  ['the time', [says(`Read ${page}`), visit], ['get_current_time', {}]],
  ['a list of to-dos', [says(`Read ${page}`), visit], ['todowrite', { todos: [] }]],
  ['a year in the message', [says(`What does ${page} say of 2026?`), visit], open('https://w.example/2')],
];
