/** Names of external tools: valid for every provider, distinct, and not deceptive. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeInvisible, visibleText } from '#shared/invisible.ts';
import { externalName, sourceId } from '#workers/external-tools/external-name.ts';

const name = (original: string, server = 'GitHub', prefix = 'mcp') => {
  const result = externalName(prefix, server, original);
  return result.ok ? result.name : result.refusal.reason;
};

describe('externalName', () => {
  it.each([
    ['search', 'mcp__github__search'],
    ['List Issues', 'mcp__github__list_issues'],
    ['repo.get-file', 'mcp__github__repo_get_file'],
    ['a__b', 'mcp__github__a__b'],
  ])('%s becomes %s', (original, expected) => expect(name(original)).toBe(expected));

  it('cuts what is over 64 and adds eight characters of hash', () => {
    const long = 'x'.repeat(100);
    expect(name(long)).toMatch(/^mcp__github__x+_[0-9a-f]{8}$/);
    expect(name(long)).toHaveLength(64);
    expect(name(`${long}y`)).not.toBe(name(`${long}z`));
  });

  it('keeps names apart whose letters are not ASCII', () => {
    expect(name('搜索')).toMatch(/^mcp__github_____[0-9a-f]{8}$/);
    expect(name('搜索')).not.toBe(name('天气'));
    expect(name('größe')).not.toBe(name('gräße'));
  });

  it.each([
    ['read\u200b_file', 'name_invisible'],
    ['read\u202e_file', 'name_invisible'],
    ['read\u{e0041}_file', 'name_invisible'],
    ['read\ufe0f', 'name_invisible'],
    ['read\u3164', 'name_invisible'],
    ['a\u0000b', 'name_invisible'],
    ['re\u0430d_file', 'name_lookalike'],
    ['сору', 'name_lookalike'],
    ['ｒead', 'name_lookalike'],
    ['𝗋ead', 'name_lookalike'],
    ['ﬁle', 'name_lookalike'],
    ['ɡet', 'name_lookalike'],
    ['ρaste', 'name_lookalike'],
    ['', 'name_empty'],
    [' \t', 'name_empty'],
    ['x'.repeat(257), 'name_too_long'],
  ])('%j is refused as %s', (original, reason) => expect(name(original)).toBe(reason));

  it.each(['поиск', 'café', 'Zürich', 'ファイル', 'straße'])(
    '%s is accepted as a word of another language',
    (original) => expect(name(original)).toMatch(/^mcp__github__/),
  );

  it('gives a name that every provider takes, or a reason, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: 'binary' }),
        (original, server) => {
          const result = externalName('mcp', server, original);
          if (!result.ok) return;
          expect(result.name).toMatch(/^mcp__[a-z0-9]+(_[a-z0-9]+)*__[a-z0-9_]+$/);
          expect(result.name.length).toBeLessThanOrEqual(64);
          expect(result.name.startsWith(`${sourceId('mcp', server)}__`)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('lets no server pass for another: the wildcard of one never matches a name of the other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (one, other, original) => {
        const mine = sourceId('mcp', one);
        const named = externalName('mcp', other, original);
        if (named.ok && mine !== sourceId('mcp', other))
          expect(named.name.startsWith(`${mine}__`)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    expect(sourceId('mcp', 'a__b')).toBe('mcp__a_b');
    expect(sourceId('mcp', '')).toMatch(/^mcp__[0-9a-f]{8}$/);
  });
});

describe('text of a server', () => {
  it('shows what cannot be seen in a name, and drops it from a description', () => {
    expect(escapeInvisible('a\u200bb')).toBe('a\\u{200b}b');
    expect(visibleText('a\u{e0041}b\u202e\nc\td')).toBe('ab\nc\td');
  });
});
