/** All saved prompts, with search, add, delete, export and import. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { shareOrDownload } from '#src/ui/kit/save-file.ts';
import { matchPrompts } from './match-prompts.ts';
import { promptErrorText } from './prompt-error-text.ts';
import styles from './prompts.module.css';

/** No search field for so few. */
const mostWithoutSearch = 10;

export function PromptList({ prompts }: { prompts: readonly SavedPrompt[] }) {
  const query = useSignal('');
  const found = query.value.trim() === '' ? prompts : matchPrompts(prompts, query.value);
  if (prompts.length === 0) return <EmptyList />;
  return (
    <section class="section" aria-label={t('prompts.title')}>
      <p class="hint">{t('prompts.hint')}</p>
      {prompts.length > mostWithoutSearch && (
        <input
          type="search"
          class={styles.search}
          aria-label={t('prompts.search')}
          placeholder={t('prompts.search')}
          value={query.value}
          onInput={(event) => (query.value = event.currentTarget.value)}
        />
      )}
      <ul class="cards">
        {found.map((prompt) => (
          <PromptRow key={prompt.id} prompt={prompt} />
        ))}
        {found.length === 0 && <li class={`card-row hint ${styles.none}`}>{t('prompts.none-found')}</li>}
        <li>
          <NewPrompt class="row card-action" />
        </li>
      </ul>
      <div class="chips">
        <ImportButton />
        <ExportButton />
      </div>
    </section>
  );
}

function EmptyList() {
  return (
    <div class="empty">
      <span class={styles.emptyIcon}>
        <Icon name="clipboard" />
      </span>
      <h2>{t('prompts.empty')}</h2>
      <p class="hint">{t('prompts.empty-hint')}</p>
      <div class={`chips ${styles.emptyActions}`}>
        <NewPrompt class="button primary" />
        <ImportButton />
      </div>
    </div>
  );
}

function NewPrompt({ class: kind }: { class: string }) {
  return (
    <a class={kind} href={formatRoute({ view: 'screen', name: 'prompts', path: 'new' })}>
      <Icon name="plus" />
      {t('prompts.new')}
    </a>
  );
}

function PromptRow({ prompt }: { prompt: SavedPrompt }) {
  const app = useApp();
  return (
    <li class={`card-row ${styles.row}`}>
      <a class={styles.link} href={formatRoute({ view: 'screen', name: 'prompts', path: prompt.id })}>
        <strong class="own-language" dir="auto">
          {prompt.name}
        </strong>
        <small class="own-language" dir="auto">
          {prompt.text.slice(0, 300)}
        </small>
      </a>
      <IconButton
        class="quiet"
        icon="trash"
        label={t('prompts.remove', { name: prompt.name })}
        onClick={() => void remove(prompt, app)}
      />
    </li>
  );
}

async function remove(
  { id, name, text, created }: SavedPrompt,
  { connection, toasts }: AppState,
): Promise<void> {
  const { prompts } = connection.api;
  const done = await toasts.attempt(prompts.remove(id).then(() => true));
  if (!done) return;
  toasts.show(t('prompts.removed', { name }), {
    label: t('action.undo'),
    run: () => void restore(),
  });

  async function restore(): Promise<void> {
    const saved = await toasts.attempt(prompts.save({ id, name, text, created }));
    if (saved && !saved.ok) toasts.show(promptErrorText(saved.error));
  }
}

function ExportButton() {
  const { connection, toasts, viewport } = useApp();
  async function save(): Promise<void> {
    const file = new File([await connection.api.prompts.export()], 'oneclaw-prompts.json', {
      type: 'application/json',
    });
    await shareOrDownload(file, viewport.isTouch.value);
  }
  return (
    <button type="button" class="button" onClick={() => void toasts.attempt(save())}>
      <Icon name="download" />
      {t('prompts.export')}
    </button>
  );
}

function ImportButton() {
  const app = useApp();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        <Icon name="import" />
        {t('prompts.import')}
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
          if (file) void importFile(file, app);
        }}
      />
    </>
  );
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
