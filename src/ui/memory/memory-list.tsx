/**
 * All memories: those that wait for the user first, then the others, which can be searched, pinned, edited
 * and deleted.
 */
import { useSignal } from '@preact/signals';
import { isInstruction, isPromotable, type Memory } from '#shared/memory/memory.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { ExportButton, ImportButton } from './memory-files.tsx';
import { agentOf, OfferedRow, WaitingRow } from './asking-rows.tsx';
import { MemoryRow } from './memory-rows.tsx';
import { MemorySwitches } from './memory-settings.tsx';
import { useFound } from './use-found.ts';
import type { ShownMemories } from './use-memories.ts';
import styles from './memory.module.css';

/** Rows per page: all of 2,000 would block the page. */
const pageRows = 100;

/** No search field for so few. */
const mostWithoutSearch = 6;

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
      {memories.length === 0 ? <EmptyList /> : <KeptList kept={kept} />}
    </>
  );
}

function KeptList({ kept }: { kept: readonly Memory[] }) {
  const query = useSignal('');
  const rows = useSignal(pageRows);
  const found = useFound(query.value, kept);
  const left = found.length - rows.value;
  return (
    <Section title={t('memory.kept')}>
      {kept.length > mostWithoutSearch && (
        <input
          type="search"
          class={styles.search}
          aria-label={t('memory.search')}
          placeholder={t('memory.search')}
          value={query.value}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
            rows.value = pageRows;
          }}
        />
      )}
      <ul class="cards">
        {found.slice(0, rows.value).map((memory) => (
          <MemoryRow key={memory.id} memory={memory} />
        ))}
        {left > 0 && (
          <li>
            <button type="button" class="row card-action" onClick={() => (rows.value += pageRows)}>
              {t('memory.show-more', { count: left })}
            </button>
          </li>
        )}
        {kept.length > 0 && found.length === 0 && <li class="card-row hint">{t('memory.none-found')}</li>}
        <li>
          <NewMemory class="row card-action" />
        </li>
      </ul>
      <div class="chips">
        <ImportButton />
        <ExportButton />
      </div>
    </Section>
  );
}

function EmptyList() {
  return (
    <div class="empty">
      <h2>{t('memory.empty')}</h2>
      <p class="hint">{t('memory.empty-hint')}</p>
      <div class={`chips ${styles.emptyActions}`}>
        <NewMemory class="button primary" />
        <ImportButton />
      </div>
    </div>
  );
}

function NewMemory({ class: kind }: { class: string }) {
  return (
    <a class={kind} href={formatRoute({ view: 'screen', name: 'memory', path: 'new' })}>
      <Icon name="plus" />
      {t('memory.new')}
    </a>
  );
}
