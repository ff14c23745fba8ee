/** The name of a model file may be anything; it is stored as one plain file name in one folder. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelFileName } from '#workers/domains/device-models/model-store.ts';

describe('modelFileName', () => {
  it.each([
    ['tiny.gguf', 'tiny.gguf'],
    ['/models/Qwen3-0.6B-Q8_0.GGUF', 'Qwen3-0.6B-Q8_0.gguf'],
    ['C:\\models\\a b.gguf', 'a b.gguf'],
    ['../../etc/x.gguf', 'x.gguf'],
    ['..hidden.gguf', 'hidden.gguf'],
    ['a:b?.gguf', 'a_b_.gguf'],
    ['模型.gguf', '模型.gguf'],
    ['model.bin', undefined],
    ['.gguf', undefined],
    ['', undefined],
  ])('%j is %j', (path, name) => {
    expect(modelFileName(path)).toBe(name);
  });

  it('is never a path, never hidden, and never too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const name = modelFileName(`${text}.gguf`);
        if (name === undefined) return;
        expect(name).toMatch(/^[^./\\][^/\\]*\.gguf$/u);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});
