/** A hint below a call that the user has to complete: what to do, and a link to the place. */
import { useSignal } from '@preact/signals';
import { contentText } from '#shared/conversation/content.ts';
import { waitsForUser, type Memory } from '#shared/memory/memory.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useReload } from '#src/ui/use-reload.ts';
import styles from './calls.module.css';

export function NextStep({ tool, result }: { tool: string; result: ToolResult }) {
  const text = result.status === 'error' ? result.message : contentText(result.result);
  if (tool.startsWith('memory_')) return <WaitingMemory text={text} />;
  // The message of git in the code host.
  if (!text.includes('Author identity unknown')) return null;
  return <Step hint={t('call.author-missing')} label={t('call.open-git')} href="#/settings/git" />;
}

/** Shown only while the memory waits: one that was accepted or deleted since needs no action. */
function WaitingMemory({ text }: { text: string }) {
  const { memory } = useApp().connection.api;
  const waiting = useSignal<readonly Memory[]>([]);
  useReload(['memory'], async () => void (waiting.value = await memory.list({ isWaiting: true })));
  if (!waiting.value.some(({ key }) => text === waitsForUser(key))) return null;
  const href = formatRoute({ view: 'screen', name: 'memory', path: '' });
  return <Step hint={t('call.memory-waits')} label={t('call.open-memory')} href={href} />;
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
