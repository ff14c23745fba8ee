/** Loaders of the test tools, by name; a function, so that production builds drop them with their code. */
import type { Tool } from '../tool.ts';

const names = [
  'test_image',
  'test_bytes',
  'test_long',
  'test_stuck_write',
  'test_loop',
  'test_regex',
  'test_parse',
  'test_storm',
  'test_crash',
  'test_wait',
  'test_effect',
  'test_reach',
];

export function testLoaders(): Record<string, () => Promise<Tool>> {
  return Object.fromEntries(names.map((name) => [name, () => loadTestTool(name)]));
}

async function loadTestTool(name: string): Promise<Tool> {
  const { testTools } = await import('./index.ts');
  const tool = testTools.find((each) => each.name === name);
  if (!tool) throw new Error(`No test tool is called '${name}'.`);
  return tool;
}
