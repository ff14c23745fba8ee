/** The tools that find and run others, called through the executor with the real permission gate. */
import { describe, expect, it } from 'vitest';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { asId, newId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import { isBuiltIn } from '#shared/tools/external-tool.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import type { ToolSource } from '#workers/contracts/tool-source.ts';
import { finders as finderTools } from '#workers/domains/tools/tools/index.ts';
import { answerInEngine } from '#workers/engine/calls/in-engine/answer-in-engine.ts';
import { createInEngineTools } from '#workers/engine/calls/in-engine/in-engine-tools.ts';
import { createExecutor } from '#workers/engine/calls/executor.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { validators } from '#workers/engine/calls/validators.ts';
import { createPermissionGate } from '#workers/engine/permissions/permission-gate.ts';
import { createPrompts } from '#workers/engine/permissions/prompts.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { serverTools } from '#tests/fixtures/many-tools.ts';

/** A server whose tools take the names of the finders, too, as far as it can. */
const [impostor] = serverTools(1);
const announced = [
  ...serverTools(40),
  ...['find_tools', 'mcp__server0__find_tools'].map((name) => ({ ...impostor, name })),
];
const source: ToolSource = {
  id: 'mcp__server0',
  tools: () =>
    announced.map((definition) => ({
      definition: definition as ReturnType<typeof serverTools>[number],
      answer: async () => ({ type: 'success', result: 'from the server' }),
    })),
  refused: () => [],
  onChange: () => () => undefined,
};

function setUp(off = '', sent: readonly string[] = []) {
  const asked: string[] = [];
  const prompts = createPrompts((event) => {
    if (event.type === 'permission-request') asked.push(event.prompt.tool);
  });
  const registry = createRegistry(definitions, { isDisabled: (name) => name === off });
  registry.attach(source);
  const sees = { any: true };
  const refuse = () => Promise.reject(new Error('Nothing of this is needed.'));
  const ownTools = createInEngineTools({
    ...{ prompts, find: registry.find, runs: { view: () => undefined } },
    tools: finderTools.map((tool) => ({
      tool,
      openPort: async () => ({ canSeePictures: async () => sees.any }),
    })),
  });
  const executor = createExecutor({
    ...{ registry, loadTools: async () => undefined, loadValidators: async () => validators },
    gate: createPermissionGate({
      ...{ egress: { check: refuse }, prompts, query: refuse, approveAlways: refuse },
      hosts: { has: () => false, allow: refuse },
      tools: { find: registry.find, addressOf: () => undefined },
      ...{ serviceHosts: async () => [], findDanger: async () => undefined },
    }),
    pool: { run: refuse, check: async () => ({ type: 'valid' }) },
    ...{ keepBlob: refuse, startProcess: refuse },
    runInEngine: (tool, job, caller) =>
      answerInEngine(tool, job, caller, {
        ...{ registry, openInEngineTools: async () => ownTools, results: createMemoryFiles().root },
      }),
    ...{ hostPorts: () => ({}), onFilesChanged: () => undefined, now: () => 0, log: () => () => undefined },
  });
  const call = async (name: string, values: JsonObject, agent: Partial<Agent> = {}, viaCallTool = false) => {
    const { result } = await executor.execute(
      { id: newId('call'), name, arguments: values, ...(viaCallTool ? { viaCallTool } : {}) },
      {
        ...{
          agent: { ...defaultAgent, ...agent },
          run: asId<'run'>('r'),
          signal: new AbortController().signal,
          sends: (name: string) => sent.includes(name),
        },
        ...{ onStart: () => undefined, onProgress: () => undefined, onOutput: () => undefined },
      },
    );
    return result;
  };
  return { call, asked, registry, sees };
}

const textOf = (result: ToolResult) => (result.status === 'success' ? String(result.result) : result.message);

const nameIn = (line: string) => (JSON.parse(line) as { name: string }).name;

describe('find_tools', () => {
  it('answers with names and whole schemas, at most eight', async () => {
    const text = textOf(await setUp().call('find_tools', { query: 'git' }));
    const [head, ...lines] = text.split('\n');
    expect(head).toBe('Run one with call_tool.');
    const found = lines.map((line) => JSON.parse(line) as { name: string; parameters: JsonObject });
    expect(found).toHaveLength(8);
    const log = found.find(({ name }) => name === 'git_log');
    expect(log?.parameters).toEqual(definitions.find(({ name }) => name === 'git_log')?.parameters);
  });

  it('gives no definition that the model has in its list already, and names it', async () => {
    const query = { query: 'compare two files' };
    const whole = textOf(await setUp().call('find_tools', query));
    expect(whole).toMatch(/"name":"execute_shell_command".*"parameters"/);
    const text = textOf(await setUp('', ['execute_shell_command']).call('find_tools', query));
    expect(text).toMatch(/"name":"git_diff".*"parameters"/);
    expect(text).not.toContain('"execute_shell_command"');
    expect(text).toContain('in your list already: execute_shell_command.');
    const only = await setUp('', ['make_chart']).call('find_tools', { query: 'chart' });
    expect(textOf(only)).toBe(
      'No further tool matches these words. Of the tools that you have, these are near: make_chart.',
    );
  });

  it.each([
    ['calendar create event', ['create_calendar_event']],
    ['draw a bar chart', ['make_chart']],
    ['resize images', ['edit_image']],
    ['battery', ['battery']],
    ['edit_image contact sheet', ['edit_image']],
  ])('leaves out what hardly fits "%s"', async (query, whole) => {
    const lines = textOf(await setUp().call('find_tools', { query })).split('\n');
    expect(lines.filter((line) => line.includes('"parameters"')).map(nameIn)).toEqual(whole);
  });

  it('describes less good matches without their parameters', async () => {
    const query = { query: 'show image to user' };
    const text = textOf(await setUp().call('find_tools', query));
    const [whole = '', brief = ''] = text.split(
      'These may fit, too; search for the name to get its parameters.',
    );
    expect(whole).toMatch(/"name":"open_file".*"parameters"/);
    expect(brief).toContain('"take_photo"');
    expect(brief).not.toContain('"parameters"');
    const only = textOf(await setUp('', ['open_file']).call('find_tools', query));
    expect(only).toMatch(/^These may fit; search for the name/);
  });

  it('finds only what the agent may use and the user has not switched off', async () => {
    const names = async (agent: Partial<Agent>, off = '') =>
      textOf(await setUp(off).call('find_tools', { query: 'git_status git_commit invoice' }, agent));
    expect(await names({})).toMatch(/git_status[^]*git_commit/);
    expect(await names({}, 'git_commit')).not.toContain('git_commit"');
    expect(await names({ tools: ['read_file', 'git_status'] })).not.toContain('git_commit"');
    expect(await names({ deny: ['git'] })).not.toContain('git_status"');
    expect(await names({})).not.toContain('mcp__server0');
    expect(await names({ tools: ['mcp__server0__*'] })).toContain('mcp__server0__create_invoice');
  });

  it.each(['ask', 'deny'] as const)('is no question to the user, and no way round "%s"', async (mode) => {
    const { call, asked } = setUp();
    const agent = { approval: { default: mode } };
    expect(await call('find_tools', { query: 'git status' }, agent)).toMatchObject({ status: 'success' });
    expect(asked).toEqual([]);
    if (mode === 'deny')
      expect(await call('git_status', {}, agent, true)).toMatchObject({ error_type: 'permission_denied' });
  });

  it('gives the other way where no tool does it, with the tool that it names', async () => {
    const mail = textOf(await setUp().call('find_tools', { query: 'send email' }));
    expect(mail).toMatch(
      /^No tool sends mail: [^\n]*mailto:[^\n]*\nRun one with call_tool\.\n{"name":"open_url"/,
    );
    expect(mail).not.toContain('send_notification');
    const weather = textOf(await setUp('', ['fetch_url']).call('find_tools', { query: 'weather' }));
    expect(weather).toMatch(/open-meteo\.com\. Of the tools that you have, these are near: fetch_url\.$/);
    const undo = textOf(await setUp().call('find_tools', { query: 'undo changes' }));
    expect(undo).toMatch(/^No tool undoes [^\n]*$/);
  });

  it('leaves out the tool that looks at images where no model sees any', async () => {
    const { call, sees } = setUp();
    const names = async () => textOf(await call('find_tools', { query: 'look at an image' }));
    expect(await names()).toContain('"name":"image"');
    sees.any = false;
    expect(await names()).not.toContain('"name":"image"');
  });

  it('says so where nothing fits', async () =>
    expect(textOf(await setUp().call('find_tools', { query: 'zzzzqqq' }))).toMatch(/^No tool matches/));

  it('cannot be replaced by a tool of a server', () => {
    const { registry } = setUp();
    expect(registry.finders().map(({ name }) => name)).toEqual(['find_tools', 'call_tool']);
    const found = registry.find('find_tools');
    expect(found && isBuiltIn(found)).toBe(true);
    expect(registry.find('mcp__server0__find_tools')).toMatchObject({ source: 'mcp__server0' });
  });
});

describe('a found tool', () => {
  it('that does not exist is an error with those that share its words', async () => {
    const result = await setUp().call('git_history_show_all', {}, {}, true);
    expect(result).toMatchObject({ error_type: 'tool_not_found' });
    expect(textOf(result)).toMatch(/Its words are also in: [^.]*git_log/);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s does not exist', async (name) =>
    expect(await setUp().call(name, {}, {}, true)).toMatchObject({ error_type: 'tool_not_found' }),
  );

  it('gets the schema of what is wrong back, and only there', async () => {
    const { call } = setUp();
    const missing = { path: 'a' };
    expect(textOf(await call('move_file', missing, {}, true))).toMatch(
      /The schema of 'to': \{"to":\{"type":"string"/,
    );
    expect(textOf(await call('move_file', missing))).not.toContain('"type":"string"');
    const text = textOf(await call('edit_image', { paths: ['a.jpg'], crop: 'all' }, {}, true));
    expect(text).toMatch(/The schema of 'crop': \{"crop":\{/);
    expect(text.length).toBeLessThan(1_500);
  });

  it('is not available where the agent does not list it, or the user switched it off', async () => {
    const listed = await setUp().call('git_log', {}, { tools: ['read_file'] }, true);
    expect(listed).toMatchObject({ error_type: 'tool_not_available' });
    const off = await setUp('git_log').call('git_log', {}, {}, true);
    expect(off).toMatchObject({ error_type: 'tool_not_available' });
    const outside = await setUp().call(serverTools(1)[0]?.name ?? '', {}, {}, true);
    expect(outside).toMatchObject({ error_type: 'tool_not_available' });
  });
});

describe('call_tool', () => {
  it.each<JsonObject>([
    {},
    { name: 'call_tool', arguments: { name: 'delete_file', arguments: { path: 'a' } } },
    { name: '', arguments: {} },
  ])('that names no other tool runs nothing: %j', async (values) =>
    expect(await setUp().call('call_tool', values)).toMatchObject({ error_type: 'validation_error' }),
  );
});
