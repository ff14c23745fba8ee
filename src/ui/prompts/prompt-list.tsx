/** All saved prompts, with search, add, delete, export and import. */
import type { SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { storeDraft } from '#src/ui/kit/form/stored-draft.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { ExportButton, ImportButton } from '#src/ui/kit/list/file-buttons.tsx';
import { RecordList, RecordRow } from '#src/ui/kit/list/record-list.tsx';
import { matchPrompts } from './match-prompts.ts';
import { promptErrorText } from './prompt-error-text.ts';

export function PromptList({ prompts }: { prompts: readonly SavedPrompt[] }) {
  const app = useApp();
  const importer = (
    <ImportButton
      label={t('prompts.import')}
      accept=".json,application/json"
      onFiles={([file]) => void importFile(file, app)}
    />
  );
  return (
    <RecordList
      title={t('prompts.title')}
      isTitleHidden
      hint={t('prompts.hint')}
      items={prompts}
      row={(prompt) => <PromptRow key={prompt.id} prompt={prompt} />}
      add={{ label: t('prompts.new'), route: { view: 'screen', name: 'prompts', path: 'new' } }}
      search={{
        label: t('prompts.search'),
        none: t('prompts.none-found'),
        least: 10,
        useFound: (query, all) => (query.trim() === '' ? all : matchPrompts(all, query)),
      }}
      {...(prompts.length === 0 && {
        empty: {
          title: t('prompts.empty'),
          hint: t('prompts.empty-hint'),
          icon: 'clipboard' as const,
          actions: importer,
        },
      })}
      actions={
        <>
          {importer}
          <ExportButton
            label={t('prompts.export')}
            name="oneclaw-prompts.json"
            read={() => app.connection.api.prompts.export()}
          />
        </>
      }
    />
  );
}

function PromptRow({ prompt }: { prompt: SavedPrompt }) {
  const app = useApp();
  return (
    <RecordRow
      route={{ view: 'screen', name: 'prompts', path: prompt.id }}
      name={prompt.name}
      actions={
        <QuietButton
          icon="trash"
          label={t('prompts.remove', { name: prompt.name })}
          onClick={() => void remove(prompt, app)}
        />
      }
    >
      <small class="own-language" dir="auto">
        {prompt.text.slice(0, 300)}
      </small>
    </RecordRow>
  );
}

async function remove(
  { id, name, text, created }: SavedPrompt,
  { connection, toasts }: AppState,
): Promise<void> {
  const { prompts } = connection.api;
  const done = await toasts.attempt(prompts.remove(id).then(() => true));
  if (!done) return;
  storeDraft('prompt', id, null);
  toasts.show(t('prompts.removed', { name }), {
    label: t('action.undo'),
    run: () => void restore(),
  });

  async function restore(): Promise<void> {
    const saved = await toasts.attempt(prompts.save({ id, name, text, created }));
    if (saved && !saved.ok) toasts.show(promptErrorText(saved.error));
  }
}

async function importFile(file: File, { connection, toasts }: AppState): Promise<void> {
  const answer = await toasts.attempt(connection.api.prompts.import(file));
  if (!answer) return;
  if (!answer.ok) {
    toasts.show(t('prompts.import-failed', { reason: promptErrorText(answer.error) }), undefined, 12_000);
    return;
  }
  const { added, changed, skipped } = answer.value;
  const parts = [
    added + changed + skipped === 0 && t('prompts.import-none'),
    added > 0 && t('prompts.import-added', { count: added }),
    changed > 0 && t('prompts.import-changed', { count: changed }),
    skipped > 0 && t('prompts.import-skipped', { count: skipped }),
  ];
  toasts.show(parts.filter(Boolean).join(' '));
}
