/** Converting the fields of the form to a draft for the engine, with the rules for keys. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { ProviderInfo } from '#shared/models/provider.ts';
import { draftOf, fieldsOf, losesKey, missingField } from '#src/ui/settings/models/provider-draft.ts';

const stored: ProviderInfo = {
  id: asId<'provider'>('provider_1'),
  kind: 'openai-chat',
  label: 'Mine',
  baseUrl: 'https://api.example/v1',
  model: 'm',
  hasKey: true,
};

describe('draftOf', () => {
  it('leaves the key out when none was typed, so that the stored one stays', () => {
    expect(draftOf(fieldsOf(stored), stored)).toEqual({
      id: stored.id,
      kind: 'openai-chat',
      label: 'Mine',
      baseUrl: 'https://api.example/v1',
      model: 'm',
      traits: {},
    });
  });

  it('sends an empty key to delete the stored one', () => {
    expect(draftOf({ ...fieldsOf(stored), forgetsKey: true }, stored).apiKey).toBe('');
  });

  it.each([
    ['localhost:11434/v1/', 'http://localhost:11434/v1'],
    ['api.example/v1', 'https://api.example/v1'],
    [' http://192.168.1.2:1234/v1 ', 'http://192.168.1.2:1234/v1'],
  ])('completes the address %s', (typed, baseUrl) => {
    expect(draftOf({ ...fieldsOf(undefined), baseUrl: typed }, undefined).baseUrl).toBe(baseUrl);
  });

  it('uses the host as name if none was given', () => {
    const fields = { ...fieldsOf(undefined), baseUrl: 'http://localhost:11434/v1' };
    expect(draftOf(fields, undefined).label).toBe('localhost:11434');
  });
});

describe('what the user says of a model', () => {
  it('is saved only if it was set, and is shown in the form again', () => {
    const fields = { ...fieldsOf(stored), contextTokens: '16 384', images: 'yes' as const };
    const { traits = {} } = draftOf(fields, stored);
    expect(traits).toEqual({ contextTokens: 16_384, images: true });
    expect(fieldsOf({ ...stored, traits })).toMatchObject({
      contextTokens: '16384',
      outputTokens: '',
      images: 'yes',
      reasoning: 'as-known',
    });
  });

  it('keeps the ways that its format has, and no others', () => {
    const ways = { toolStyle: 'text', limitName: 'none' } as const;
    const fields = { ...fieldsOf(stored), ways };
    expect(draftOf(fields, stored).traits).toEqual(ways);
    expect(draftOf({ ...fields, kind: 'gemini' }, stored).traits).toEqual({ toolStyle: 'text' });
    expect(fieldsOf({ ...stored, traits: ways }).ways).toEqual(ways);
  });

  it.each(['1.000.000', '1,000,000', '1 000 000', '1_000_000', "1'000'000"])(
    'reads %s as a million',
    (text) => {
      const { traits } = draftOf({ ...fieldsOf(stored), contextTokens: text }, stored);
      expect(traits).toEqual({ contextTokens: 1_000_000 });
    },
  );

  it('keeps settings that only the console can change', () => {
    const traits = { tools: false, contextTokens: 5 };
    const cleared = { ...fieldsOf({ ...stored, traits }), contextTokens: '' };
    expect(draftOf(cleared, { ...stored, traits }).traits).toEqual({ tools: false });
  });

  it.each(['many', '0', '1.5e', '-3', '1.5', '1,5', '1.5000'])(
    'asks again for context window of %s',
    (contextTokens) => {
      const draft = draftOf({ ...fieldsOf(stored), contextTokens }, stored);
      expect(missingField(draft, true)).toBe('contextTokens');
    },
  );
});

describe('missingField', () => {
  it('asks for an address before a model', () => {
    const draft = draftOf(fieldsOf(undefined), undefined);
    expect(missingField(draft, true)).toBe('baseUrl');
    expect(missingField({ ...draft, baseUrl: 'http://localhost/v1' }, true)).toBe('model');
    expect(missingField({ ...draft, baseUrl: 'http://localhost/v1' }, false)).toBeNull();
  });
});

describe('losesKey', () => {
  it('warns when the address moves away from the key', () => {
    const fields = fieldsOf(stored);
    expect(losesKey(fields, stored)).toBe(false);
    expect(losesKey({ ...fields, baseUrl: 'https://evil.example/v1' }, stored)).toBe(true);
    expect(losesKey({ ...fields, baseUrl: 'https://other.example/v1', apiKey: 'k' }, stored)).toBe(false);
  });
});
