/** A hint below a call that the user has to complete: what to do, and a link to the place. */
import { useSignal } from '@preact/signals';
import { contentText } from '#shared/conversation/content.ts';
import { pinnedNotice, type Memory } from '#shared/memory/memory.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useReload } from '#src/ui/use-reload.ts';
import styles from './calls.module.css';

export function NextStep({ tool, result }: { tool: string; result: ToolResult }) {
  const text = result.status === 'error' ? result.message : contentText(result.result);
  if (tool.startsWith('memory_')) return text.endsWith(pinnedNotice) ? <PinnedMemory text={text} /> : null;
  // The message of git in the code host.
  if (!text.includes('Author identity unknown')) return null;
  return <Step hint={t('call.author-missing')} label={t('call.open-git')} href="#/settings/git" />;
}

/** Shown only while the memory that the call stored is pinned. */
function PinnedMemory({ text }: { text: string }) {
  const { connection, toasts } = useApp();
  const { memory: api } = connection.api;
  const pinned = useSignal<readonly Memory[]>([]);
  useReload(['memory'], async () => {
    pinned.value = (await api.list({ isWaiting: false })).filter(({ isPinned }) => isPinned);
  });
  const memory = pinned.value.find(({ key }) => text.includes(`'${key}'`));
  if (!memory) return null;
  return (
    <div class={styles.callMedia}>
      <p class="hint">{t('call.memory-pinned')}</p>
      <button type="button" class="chip" onClick={() => void toasts.attempt(api.pin(memory.id, false))}>
        {t('call.memory-unpin')}
      </button>
    </div>
  );
}

function Step({ hint, label, href }: { hint: string; label: string; href: string }) {
  return (
    <div class={styles.callMedia}>
      <p class="hint">{hint}</p>
      <a class="chip" href={href}>
        <span>{label}</span>
        <Icon name="chevron-right" />
      </a>
    </div>
  );
}
