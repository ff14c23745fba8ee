import { describe, expect, it } from 'vitest';
import { isChosen } from '#shared/tools/tool.ts';
import type { DefinitionFormat } from '#shared/rpc/protocol.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { listDefinitions } from '#workers/domains/tools/list-definitions.ts';

const registry = createRegistry(definitions);

describe('definitions for scripts', () => {
  it('are those of the tools that are named, by an alias too, or of all', async () => {
    expect(await listDefinitions('anthropic', ['read'], registry)).toMatchObject({
      ok: true,
      value: [{ name: 'read_file' }],
    });
    const all = await listDefinitions('openai-chat', undefined, registry);
    expect(all.ok && all.value).toHaveLength(definitions.filter(isChosen).length);
    expect(await listDefinitions('anthropic', ['noop'], registry)).toMatchObject({
      value: [{ name: 'noop' }],
    });
  });

  it.each(['cohere', '', 'constructor', undefined])(
    'are refused in words for the format %s',
    async (format) =>
      expect(await listDefinitions(format as DefinitionFormat, undefined, registry)).toMatchObject({
        ok: false,
        error: {
          message: expect.stringContaining('Formats: openai-chat, openai-responses, anthropic, gemini.'),
        },
      }),
  );

  it('are refused in words for a tool that does not exist', async () =>
    expect(await listDefinitions('gemini', ['read_file', 'reed_file'], registry)).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^Tool 'reed_file' not found\. Available tools: /) },
    }));
});
