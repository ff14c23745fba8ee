/** The summary line of a call: its most informative argument, its progress, or its error. */
import { beforeAll, describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { CallPart, ResultPart } from '#shared/conversation/message.ts';
import type { JsonObject } from '#shared/json.ts';
import { loadTexts } from '#src/state/text/text.ts';
import { summarizeCall } from '#src/ui/calls/call-summary.ts';

const id = asId<'call'>('call_1');
const callWith = (values: JsonObject): CallPart => ({
  type: 'call',
  id,
  name: 'x',
  arguments: values,
  status: 'running',
});
const summary = (values: JsonObject) => summarizeCall({ call: callWith(values), result: undefined });

beforeAll(() => loadTexts('calls'));

describe('summarizeCall', () => {
  it('prefers the path to the content', () => {
    expect(summary({ content: 'long text', path: 'notes/today.txt' })).toBe('notes/today.txt');
  });

  it('says that a call waits for another one of its session, until it is over', () => {
    const call: CallPart = { ...callWith({ command: 'ls' }), status: 'pending', isQueued: true };
    expect(summarizeCall({ call, result: undefined })).toMatch(/^Waiting for another command/);
  });

  it('shows host and path of a URL, not its query', () => {
    expect(summary({ url: 'https://api.example/v1/x?key=secret' })).toBe('api.example/v1/x');
  });

  it('shows which image is looked at, by its path or its address, rather than the question', () => {
    const question = 'What is it?';
    expect(summary({ question, path: 'cat.png' })).toBe('cat.png');
    expect(summary({ question, url: 'https://a.example/cat.png?x=1' })).toBe('a.example/cat.png');
  });

  it('shows the method of a request, and the size of its body', () => {
    const request = (values: JsonObject, name = 'http_request') =>
      summarizeCall({ call: { ...callWith(values), name }, result: undefined });
    const url = 'https://collect.example/in?key=secret';
    expect(request({ url })).toBe('GET collect.example/in');
    expect(request({ url, method: 'POST', body: 'Grüße' })).toBe('POST (7 bytes) collect.example/in');
    expect(request({ url, method: 'PUT', body: 'x'.repeat(2_500) })).toBe('PUT (2.5 kB) collect.example/in');
    // In other tools, an argument named `method` can mean anything.
    expect(request({ url, method: 'slow' }, 'mcp__a__b')).toBe('collect.example/in');
    expect(request({ url: 'nonsense', method: 'POST' })).toBe('nonsense');
  });

  it('shows the title of a chart, or its file', () => {
    const chart = (values: JsonObject) =>
      summarizeCall({ call: { ...callWith(values), name: 'make_chart' }, result: undefined });
    const spec = { mark: 'bar', title: { text: ['Sales', 'by city'] } };
    expect(chart({ spec: '{"title":"Spending"}', output: 'charts/a' })).toBe('Spending');
    expect(chart({ spec, output: 'charts/a' })).toBe('Sales by city');
    expect(chart({ spec: '{"mark":"bar"}', output: 'charts/a' })).toBe('charts/a');
    expect(chart({ spec: '{"mark":"bar', output: 'charts/a' })).toBe('charts/a');
  });

  it('shows the progress of a to-do list', () => {
    const todos = [
      { content: 'Look', status: 'completed' },
      { content: 'Leap', status: 'in_progress' },
    ];
    const call = { ...callWith({ todos }), name: 'todowrite' };
    expect(summarizeCall({ call, result: undefined })).toBe('1/2 Leap');
  });

  it('shows progress while there is no result', () => {
    const call = { ...callWith({ path: 'a' }), progress: 'Half way' };
    expect(summarizeCall({ call, result: undefined })).toBe('Half way');
  });

  it('shows the first line of the error', () => {
    const failure = { status: 'error', error_type: 'timeout', message: 'Took too long.\nMore' } as const;
    const result: ResultPart = { type: 'result', call: id, result: failure, duration_ms: 1 };
    expect(summarizeCall({ call: callWith({ path: 'a' }), result })).toBe('Took too long.');
  });

  it('is empty for a call without arguments', () => expect(summary({})).toBe(''));
});
