import { signal } from '@preact/signals';
import { beforeAll, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { ProviderDraft, ProviderInfo, ProviderTestResult } from '#shared/models/provider.ts';
import type { AppState } from '#src/state/app-state.ts';
import { loadTexts } from '#src/state/text/text.ts';
import { saveProvider, testConnection } from '#src/ui/settings/models/provider-actions.ts';
import { fieldsOf } from '#src/ui/settings/models/provider-draft.ts';

beforeAll(() =>
  Promise.all([loadTexts('common'), loadTexts('models'), loadTexts('calls'), loadTexts('errors')]),
);

const info: ProviderInfo = {
  id: asId<'provider'>('p'),
  kind: 'openai-chat',
  label: 'Local',
  baseUrl: 'http://localhost:11434/v1',
  model: 'small',
  hasKey: false,
};

/** The form over an engine that answers each check with `result`. */
function open(stored: ProviderInfo | undefined, result: ProviderTestResult) {
  const tested: ProviderDraft[] = [];
  const told: string[] = [];
  const app = {
    providers: {
      save: async () => ({ ok: true, value: info }),
      test: async (draft: ProviderDraft) => {
        tested.push(draft);
        return result;
      },
      startsWithGuide: signal(false),
    },
    toasts: { show: (text: string) => void told.push(text) },
    router: { go: () => undefined },
  };
  const form = {
    fields: signal(fieldsOf(info)),
    models: signal<readonly string[]>([]),
    ...{ modelFeedback: signal(null), feedback: signal(null), fault: signal(null), working: signal(null) },
    tested: signal(''),
  };
  return { tested, told, context: { app: app as object as AppState, form, stored } };
}

const ok: ProviderTestResult = { ok: true, milliseconds: 1, model: 'small' };

it('checks a model with its first save, under the id whose key is stored', async () => {
  const { context, tested } = open(undefined, ok);
  await saveProvider(context);
  expect(tested).toMatchObject([{ id: 'p', model: 'small' }]);
});

it('tells what the check of a saved model found wrong', async () => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  const { context, told } = open(undefined, { ok: false, error: { type: 'bad_key', host: 'a.example' } });
  await saveProvider(context);
  await vi.waitFor(() => expect(told[1]).toContain('a.example did not accept the API key'));
});

it('checks no model again that was tested before, or that another change leaves as it is', async () => {
  const first = open(undefined, ok);
  await testConnection(first.context);
  await saveProvider(first.context);
  expect(first.tested).toHaveLength(1);
  const second = open(info, ok);
  await saveProvider(second.context);
  expect(second.tested).toEqual([]);
  second.context.form.fields.value = { ...fieldsOf(info), model: 'large' };
  await saveProvider(second.context);
  expect(second.tested).toMatchObject([{ model: 'large' }]);
});
