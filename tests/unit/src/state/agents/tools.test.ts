/** The list of tools on the page: loaded once, together with the display names. */
import { expect, it, vi } from 'vitest';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { createTools, type ToolsApi } from '#src/state/agents/tools.ts';
import { createToasts } from '#src/state/base/toasts.ts';
import { applyLanguage } from '#src/state/text/text.ts';

const readFile: ToolInfo = {
  name: 'read_file',
  version: '1.0.0',
  title: 'Read file',
  description: 'Reads a file.',
  category: 'io',
  permissions: [],
  capabilities: ['files.read'],
  timeoutSeconds: 10,
  repeatable: true,
  parameters: { type: 'object', properties: {} },
  source: 'built-in',
  enabled: true,
};

function toolsOf(list: ToolsApi['tools']['list']) {
  const unused = () => Promise.reject(new Error('This test calls nothing else.'));
  const api = { tools: { list, setEnabled: unused, call: unused }, chat: { cancelCall: unused } };
  return createTools(api, createToasts());
}

it('loads the list once, however many ask for it', async () => {
  const list = vi.fn(() => Promise.resolve([readFile]));
  const tools = toolsOf(list);
  tools.load();
  tools.load();
  await expect.poll(() => tools.titles.value.get('read_file')).toBe('Read file');
  tools.load();
  expect(list).toHaveBeenCalledTimes(1);
});

it('asks again after a failure', async () => {
  const list = vi
    .fn(() => Promise.resolve([readFile]))
    .mockRejectedValueOnce(new Error('The engine stopped.'));
  const tools = toolsOf(list);
  tools.load();
  await expect.poll(() => (tools.load(), tools.titles.value.size)).toBe(1);
  expect(list).toHaveBeenCalledTimes(2);
});

it('names built-in tools in the language of the interface, and others as their server does', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  const foreign: ToolInfo = { ...readFile, name: 'mcp_notes_read_file', source: 'mcp_notes' };
  const tools = toolsOf(() => Promise.resolve([readFile, foreign]));
  await tools.refresh();
  await applyLanguage('de');
  expect(tools.list.value?.map(({ title }) => title)).toEqual(['Datei lesen', 'Read file']);
  expect(tools.titles.value.get('read_file')).toBe('Datei lesen');
  await applyLanguage('en');
  vi.unstubAllGlobals();
});
