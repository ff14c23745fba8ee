/** The actions of the provider form: list models, test, save; each reports in a sentence. */
import type { Signal } from '@preact/signals';
import type { ProviderDraft, ProviderInfo } from '#shared/models/provider.ts';
import type { AppState } from '#src/state/app-state.ts';
import { sentenceFor } from '#src/state/text/sentences.ts';
import { t } from '#src/state/text/text.ts';
import { formatDuration } from '#src/ui/kit/format-duration.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
import { draftOf, missingField, type MissingField, type ProviderFields } from './provider-draft.ts';

export type Work = 'models' | 'test' | 'save';

export type ProviderFormState = {
  fields: Signal<ProviderFields>;
  models: Signal<readonly string[]>;
  modelFeedback: Signal<FeedbackState>;
  feedback: Signal<FeedbackState>;
  /** The invalid field; a new object each time, so that it is focused again. */
  fault: Signal<FormFault | null>;
  working: Signal<Work | null>;
  /** The model that was tested with success, as `placeOf` names it. */
  tested: Signal<string>;
};

export type ProviderContext = { app: AppState; form: ProviderFormState; stored: ProviderInfo | undefined };

export async function loadModels(context: ProviderContext): Promise<void> {
  const { app, form } = context;
  await withDraft(context, 'models', form.modelFeedback, false, async (draft) => {
    const result = await app.providers.listModels(draft);
    if (!result) return null;
    if (!result.ok) return { isGood: false, text: sentenceFor(result.error) };
    form.models.value = result.models;
    const count = result.models.length;
    return { isGood: count > 0, text: t(count > 0 ? 'form.models-found' : 'form.models-none', { count }) };
  });
}

export async function testConnection(context: ProviderContext): Promise<void> {
  const { app, form } = context;
  await withDraft(context, 'test', form.feedback, true, async (draft) => {
    const result = await app.providers.test(draft);
    if (!result) return null;
    if (!result.ok) return { isGood: false, text: sentenceFor(result.error) };
    form.tested.value = placeOf(draft);
    const { model, milliseconds } = result;
    return { isGood: true, text: t('form.test-ok', { model, duration: formatDuration(milliseconds) }) };
  });
}

export async function saveProvider(context: ProviderContext): Promise<void> {
  const { app, form, stored } = context;
  await withDraft(context, 'save', form.feedback, true, async (draft) => {
    const result = await app.providers.save(draft);
    if (!result) return null;
    if (!result.ok) return { isGood: false, text: t('edit.save-failed', { reason: result.error.message }) };
    if (!stored || placeOf(stored) !== placeOf(draft)) checkSaved(context, { ...draft, id: result.value.id });
    const name = result.value.label;
    // A new model replaces the guide as the default: the guide was not chosen by the user.
    const takesOver = !stored && app.providers.startsWithGuide.value;
    if (takesOver) await app.providers.setDefault(result.value.id);
    app.toasts.show(t(takesOver ? 'form.saved-default' : 'edit.saved', { name }));
    app.router.go({ view: 'settings' });
    return null;
  });
}

/** What a check is about: another address or model is checked anew. */
function placeOf({ kind, baseUrl, model }: Pick<ProviderDraft, 'kind' | 'baseUrl' | 'model'>): string {
  return JSON.stringify([kind, baseUrl, model]);
}

/** In the background: how a new model wants its requests is known before its first chat, and what is wrong is told. */
function checkSaved({ app, form }: ProviderContext, draft: ProviderDraft): void {
  if (form.tested.value === placeOf(draft)) return;
  void app.providers.test(draft).then((result) => {
    if (result && !result.ok) app.toasts.show(sentenceFor(result.error));
  });
}

const faultTexts = {
  baseUrl: 'form.need-url',
  model: 'form.need-model',
  contextTokens: 'edit.need-tokens',
  outputTokens: 'edit.need-tokens',
} as const satisfies Record<MissingField, string>;

/** Runs one action at a time, after validating the fields it needs. */
async function withDraft(
  { form, stored }: ProviderContext,
  work: Work,
  feedback: Signal<FeedbackState>,
  needsModel: boolean,
  act: (draft: ProviderDraft) => Promise<FeedbackState>,
): Promise<void> {
  const draft = draftOf(form.fields.value, stored);
  const missing = missingField(draft, needsModel);
  if (missing) {
    feedback.value = null;
    form.fault.value = { field: missing, text: t(faultTexts[missing]) };
    return;
  }
  form.fault.value = null;
  form.working.value = work;
  feedback.value = null;
  feedback.value = await act(draft).finally(() => (form.working.value = null));
}
