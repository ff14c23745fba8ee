import { describe, expect, it } from 'vitest';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { validators } from '#workers/engine/calls/validators.ts';
import { normaliseArguments } from '#workers/engine/calls/normalise-arguments.ts';
import { checkArguments, explainInvalid } from '#workers/engine/calls/check-arguments.ts';
import { newId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import { canonicalName } from '#shared/tools/tool-aliases.ts';

function check(tool: string, values: JsonObject) {
  const definition = definitions.find(({ name }) => name === tool);
  const validate = validators[tool];
  if (!definition || !validate) throw new Error(`No tool ${tool}`);
  const normal = normaliseArguments(values, definition.parameters);
  return { normal, problem: explainInvalid(validate, normal) };
}

describe('validation of arguments', () => {
  it('accepts empty arguments where nothing is required', () => {
    expect(check('get_current_time', {}).problem).toBeUndefined();
  });

  it('names a missing parameter', () => {
    expect(check('read_file', {}).problem).toBe("Missing required parameter: 'path'.");
  });

  it('says what was expected and what came', () => {
    expect(check('read_file', { path: 5 }).problem).toBe(
      "Parameter 'path' expected type 'string' but got number 5.",
    );
  });

  it('says every fault, not only the first', () => {
    const { problem } = check('write_file', { path: 1, mode: 'sideways' });
    expect(problem).toContain("Missing required parameter: 'content'.");
    expect(problem).toContain("Parameter 'path' expected type 'string'");
    expect(problem).toContain('Parameter \'mode\' must be one of: overwrite, append; got string "sideways".');
  });

  it('names the parameter inside an object', () => {
    expect(check('http_request', { url: 'https://a.b', headers: { accept: 1 } }).problem).toBe(
      "Parameter 'headers.accept' expected type 'string' but got number 1.",
    );
  });
});

describe('one value where a list is expected', () => {
  it.each<[string, JsonObject, string, unknown]>([
    ['create_calendar_event', { title: 'Tea', start: '2026-01-31', reminder: 60 }, 'reminder', [60]],
    ['edit_image', { paths: 'photos/*.jpg' }, 'paths', ['photos/*.jpg']],
    ['question', { question: 'Tea?', options: { label: 'Yes' } }, 'options', [{ label: 'Yes' }]],
    ['question', { question: 'Tea?', options: 'Yes' }, 'options', [{ label: 'Yes' }]],
    [
      'todowrite',
      { todos: { content: 'Tea', status: 'PENDING' } },
      'todos',
      [{ content: 'Tea', status: 'pending' }],
    ],
  ])('is a list of one for %s', (tool, values, name, list) => {
    const { normal, problem } = check(tool, values);
    expect(problem).toBeUndefined();
    expect(normal[name]).toEqual(list);
  });

  it.each<[string, JsonObject]>([
    ['create_calendar_event', { title: 'Tea', start: '2026-01-31', reminder: true }],
    ['edit_image', { paths: 7 }],
    ['edit_image', { paths: '["a.jpg", "b.jpg"' }],
  ])('is refused by %s if it is of another type: %j', (tool, values) =>
    expect(check(tool, values).problem).toContain("expected type 'array'"),
  );
});

describe('a call under the name of another agent system', () => {
  const call = (name: string, values: JsonObject) => {
    const tool = definitions.find((each) => each.name === canonicalName(name));
    if (!tool) throw new Error(`No tool ${name}`);
    return checkArguments(
      { id: newId('call'), name, arguments: values },
      tool,
      { loadValidators: async () => validators, pool: { check: () => expect.fail('It is built in.') } },
      { execution: newId('execution'), signal: new AbortController().signal },
    );
  };

  it('is given its parameters by the names of the tool', async () => {
    expect(await call('notify', { message: 'Tea is ready' })).toEqual({
      ok: true,
      values: { body: 'Tea is ready' },
    });
    expect(await call('notify', { message: 'one', body: 'two' })).toEqual({
      ok: true,
      values: { body: 'two' },
      ignored: ['message'],
    });
  });

  it('is told which parameters there are, where one is missing or wrong', async () => {
    expect(await call('read', {})).toMatchObject({
      message:
        "Missing required parameter: 'path'. Required: [path]. Optional: [encoding, offset, limit, pages, as_images, raw].",
    });
    expect(await call('get_current_time', { timezone: 5 })).toMatchObject({
      message: expect.stringMatching(/number 5\. Optional: \[timezone, format\]\.$/) as unknown,
    });
  });

  it('knows them under that name only', async () => {
    expect(await call('send_notification', { message: 'Tea is ready' })).toMatchObject({
      ok: false,
      message: expect.stringContaining("'body'") as unknown,
    });
  });
});

describe('normalisation of arguments', () => {
  it('drops unknown keys and nulls for optional parameters', () => {
    expect(check('read_file', { path: 'a', encoding: null, colour: 'red' }).normal).toEqual({ path: 'a' });
  });

  it('mends what is inside lists and objects, too', () => {
    const todos = [{ content: 'a', status: 'PENDING', priority: null, colour: 'red' }];
    expect(check('todowrite', { todos }).normal).toEqual({ todos: [{ content: 'a', status: 'pending' }] });
    expect(check('question', { question: 'q', options: ['a', { label: 'b' }, 5] })).toEqual({
      normal: { question: 'q', options: [{ label: 'a' }, { label: 'b' }, 5] },
      problem: expect.stringContaining('options') as string,
    });
  });

  it('keeps a null for a required parameter, so that validation names it', () => {
    expect(check('read_file', { path: null }).problem).toBe(
      "Parameter 'path' expected type 'string' but got null.",
    );
  });

  it('takes an enum value in any case', () => {
    expect(check('get_current_time', { format: 'ISO8601' }).normal).toEqual({ format: 'iso8601' });
  });

  it('coerces nothing else', () => {
    expect(check('read_file', { path: 'a', limit: '5' }).problem).toContain(
      "Parameter 'limit' expected type 'integer'",
    );
  });

  it('lets no key through that reaches a prototype', () => {
    const values = JSON.parse(
      '{"url":"https://a.b","headers":{"__proto__":{"x":1},"constructor":"y","a":"b"},"__proto__":{"z":1}}',
    ) as JsonObject;
    expect(check('http_request', values).normal).toEqual({ url: 'https://a.b', headers: { a: 'b' } });
    expect(Object.prototype).not.toHaveProperty('x');
  });
});
