/**
 * All memories: those that wait for the user first, then the others, which can be searched, pinned, edited
 * and deleted.
 */
import { isInstruction, isPromotable, type Memory } from '#shared/memory/memory.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { ExportButton, ImportButton } from '#src/ui/kit/list/file-buttons.tsx';
import { RecordList } from '#src/ui/kit/list/record-list.tsx';
import { useArmed } from '#src/ui/requests/sheet-behaviour.ts';
import { agentOf, OfferedRow, WaitingRow } from './asking-rows.tsx';
import { MemoryRow } from './memory-rows.tsx';
import { MemorySwitches } from './memory-settings.tsx';
import type { ShownMemories } from './use-memories.ts';
import type { AppState } from '#src/state/app-state.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MemoryId } from '#shared/ids.ts';

export function MemoryList({ memories, settings, replaced }: ShownMemories) {
  const { agents } = useApp();
  const waiting = memories.filter(({ isWaiting }) => isWaiting);
  const kept = memories.filter(({ isWaiting }) => !isWaiting);
  const offered = kept.filter(
    (each) => isPromotable(each) && !isInstruction(each, agentOf(each, agents).systemPrompt),
  );
  const order = [...waiting, ...offered].map(({ id }) => id).join();
  return (
    <>
      <MemorySwitches settings={settings} />
      {waiting.length > 0 && (
        <Section title={t('memory.waiting')} hint={t('memory.waiting-hint')}>
          <ul class="cards">
            {waiting.map((memory) => {
              const instead = replaced.get(memory.id);
              // The key changes with the replaced memory, so that the row is new and its button is armed
              // again after a delay.
              const key = [memory.id, instead?.id, instead?.updated, instead?.isPinned].join();
              return <WaitingRow key={key} memory={memory} replaced={instead} order={order} />;
            })}
          </ul>
          <AcceptAll
            waiting={waiting.filter((each) => isPlain(each) && !replaced.has(each.id))}
            order={order}
          />
        </Section>
      )}
      {offered.length > 0 && (
        <Section title={t('memory.offered')} hint={t('memory.offered-hint')}>
          <ul class="cards">
            {offered.map((memory) => (
              // The key changes with the text, so that the row is new and its button is armed again after a
              // delay.
              <OfferedRow key={`${memory.id} ${memory.content}`} memory={memory} order={order} />
            ))}
          </ul>
        </Section>
      )}
      <KeptList kept={kept} isEmpty={memories.length === 0} />
    </>
  );
}

/** A memory beside text from outside, or one that replaces another, is accepted by itself. */
function isPlain({ origin }: Memory): boolean {
  return origin.outside === undefined;
}

function AcceptAll({ waiting, order }: { waiting: readonly Memory[]; order: string }) {
  const { connection, toasts } = useApp();
  const isArmed = useArmed(order);
  if (waiting.length < 2) return null;
  async function accept(): Promise<void> {
    let count = 0;
    for (const { id } of waiting) {
      const answer = await toasts.attempt(connection.api.memory.accept(id, null));
      if (!answer) return;
      if (!answer.ok) return void toasts.show(memoryErrorText(answer.error.code));
      count++;
    }
    toasts.show(t('memory.all-accepted', { count }));
  }
  return (
    <Button aria-disabled={!isArmed} onClick={() => isArmed && void accept()}>
      {t('memory.accept-all', { count: waiting.length })}
    </Button>
  );
}

function KeptList({ kept, isEmpty }: { kept: readonly Memory[]; isEmpty: boolean }) {
  const app = useApp();
  const importer = (
    <ImportButton
      label={t('memory.import')}
      accept=".json,application/json"
      onFiles={([file]) => void importMemories(file, app)}
    />
  );
  return (
    <RecordList
      title={t('memory.kept')}
      items={kept}
      row={(memory) => <MemoryRow key={memory.id} memory={memory} />}
      add={{ label: t('memory.new'), route: { view: 'screen', name: 'memory', path: 'new' } }}
      search={{
        label: t('memory.search'),
        none: t('memory.none-found'),
        least: 6,
        useFound,
        more: (count) => t('memory.show-more', { count }),
      }}
      {...(isEmpty && {
        empty: { title: t('memory.empty'), hint: t('memory.empty-hint'), actions: importer },
      })}
      actions={
        <>
          {importer}
          <ExportButton
            label={t('memory.export')}
            name="oneclaw-memories.json"
            read={() => app.connection.api.memory.export()}
          />
        </>
      }
    />
  );
}

/** Imports memories from a file. */
async function importMemories(file: File, { connection, toasts }: AppState): Promise<void> {
  const answer = await toasts.attempt(connection.api.memory.import(file));
  if (!answer) return;
  if (!answer.ok) {
    const reason = memoryErrorText(answer.error.code);
    toasts.show(t('memory.import-failed', { reason }), undefined, 12_000);
    return;
  }
  const { added, changed, skipped, unpinned, written } = answer.value;
  const lost = unpinned > 0 ? ` ${t('memory.import-unpinned', { count: unpinned })}` : '';
  const undo = { label: t('action.undo'), run: () => void undoImport() };
  toasts.show(
    t('memory.imported', { added, changed, skipped }) + lost,
    written.length > 0 ? undo : undefined,
  );

  async function undoImport(): Promise<void> {
    const undone = await toasts.attempt(connection.api.memory.undoImport(written));
    if (undone && !undone.ok) toasts.show(memoryErrorText(undone.error.code));
  }
}

/** The memories that match the query, ranked by the engine; all of them without a query. */
function useFound(query: string, kept: readonly Memory[]): readonly Memory[] {
  const { connection, toasts } = useApp();
  const found = useSignal<{ query: string; ids: readonly MemoryId[] } | null>(null);
  const wanted = query.trim();
  useEffect(() => {
    if (wanted === '') return;
    let isOver = false;
    void toasts.attempt(connection.api.memory.search(wanted, { isWaiting: false })).then((answer) => {
      // A later query gets its own answer.
      if (answer && !isOver) found.value = { query: wanted, ids: answer.map(({ id }) => id) };
    });
    return () => void (isOver = true);
  }, [wanted, kept]);
  if (wanted === '' || !found.value) return kept;
  const byId = new Map(kept.map((memory) => [memory.id, memory]));
  return found.value.ids.flatMap((id) => byId.get(id) ?? []);
}
