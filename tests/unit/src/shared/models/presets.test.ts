import { describe, expect, it } from 'vitest';
import { presetAt, presets, quirksOf } from '#shared/models/presets.ts';

describe('the presets', () => {
  it('have distinct ids and addresses, without a trailing slash', () => {
    expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
    expect(new Set(presets.map(({ baseUrl }) => new URL(baseUrl).host)).size).toBe(presets.length);
    expect(presets.filter(({ baseUrl }) => baseUrl.endsWith('/'))).toEqual([]);
  });

  it('send a key only over https, and say where to create one', () => {
    for (const preset of presets) {
      const isLocal = new URL(preset.baseUrl).hostname === 'localhost';
      expect('keyPage' in preset).toBe(!isLocal);
      expect(new URL(preset.baseUrl).protocol).toBe(isLocal ? 'http:' : 'https:');
    }
  });

  it('are found by their server, whatever the path', () => {
    expect(presetAt('https://api.deepseek.com/v1')?.id).toBe('deepseek');
    expect(presetAt('https://api.deepseek.com.evil.example/v1')).toBeUndefined();
    expect(presetAt('nonsense')).toBeUndefined();
    expect(quirksOf('https://llm.example/v1')).toEqual({ replyLimit: 'max_tokens' });
  });
});
