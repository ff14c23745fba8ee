/** Arguments for external tools: which are rejected, corrected, or passed on unchanged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { normaliseExternalArguments, refuseArguments } from '#workers/external-tools/external-arguments.ts';

const refuse = (json: string) => refuseArguments(JSON.parse(json) as JsonObject);

describe('refuseArguments', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('names %s wherever it is', (key) => {
    expect(refuse(`{"a": [{"${key}": 1}]}`)).toContain(`'a.0.${key}'`);
    expect(refuse(`{"${key}": {}}`)).toContain(`'${key}'`);
  });

  it('refuses what is nested too deep, without falling over it', () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    expect(refuse(deep)).toContain('nested deeper than 64');
  });

  it('lets everything else pass, and changes no prototype', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        const text = JSON.stringify(values);
        const isFit = !/"(__proto__|constructor|prototype)":/.test(text);
        if (isFit) expect(refuse(text)).toBeUndefined();
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });
});

describe('normaliseExternalArguments', () => {
  const schema = {
    type: 'object' as const,
    properties: {
      mode: { type: 'string', enum: ['Fast', 'slow'] },
      note: { type: 'string' },
      owner: { type: ['string', 'null'] },
      parent: { $ref: '#' },
    },
    required: ['note'],
  };

  it('drops a null that nothing admits, keeps one that means something, and passes unknown keys on', () =>
    expect(
      normaliseExternalArguments(
        { mode: null, note: null, owner: null, parent: null, more: { deep: null } },
        schema,
      ),
    ).toEqual({
      note: null,
      owner: null,
      parent: null,
      more: { deep: null },
    }));

  it('matches an option in any case, and coerces nothing else', () =>
    expect(normaliseExternalArguments({ mode: 'FAST', note: 5 }, schema)).toEqual({ mode: 'Fast', note: 5 }));
});
