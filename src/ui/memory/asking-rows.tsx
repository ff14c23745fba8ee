/** Memories that need a decision of the user: accept a waiting one, or add one to an agent's instructions. */
import { defaultAgent } from '#shared/agents/agent.ts';
import { foldGaps } from '#shared/invisible.ts';
import type { Memory } from '#shared/memory/memory.ts';
import type { AppState } from '#src/state/app-state.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { agentName } from '#src/state/agents/agents.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useArmed } from '#src/ui/requests/sheet-behaviour.ts';
import { removeMemory } from './memory-rows.tsx';
import { originText, outsideText } from './memory-text.ts';
import styles from './memory.module.css';

/** `order`: that of all rows in the list. */
type WaitingProps = { memory: Memory; replaced: Memory | undefined; order: string };

export function WaitingRow({ memory, replaced, order }: WaitingProps) {
  const app = useApp();
  // A tap just as the row appears or moves, or as the memory that it replaces changes, was meant for
  // something else.
  const isArmed = useArmed(order);
  return (
    <li class={`card-row ${styles.asking}`}>
      <FullMemory memory={memory} />
      {replaced && <Replaced memory={replaced} isPinKept={memory.isPinned ?? false} />}
      <div class="chips">
        <button
          type="button"
          class="button primary"
          aria-disabled={!isArmed}
          onClick={() => {
            if (isArmed) void accept(memory, replaced, app);
          }}
        >
          {t('memory.accept')}
        </button>
        <button type="button" class="button" onClick={() => void removeMemory(memory, app)}>
          {t('memory.reject')}
        </button>
      </div>
    </li>
  );
}

async function accept(
  waiting: Memory,
  seen: Memory | undefined,
  { connection, toasts }: AppState,
): Promise<void> {
  const { memory: api } = connection.api;
  const answer = await toasts.attempt(api.accept(waiting.id, seen ?? null));
  if (!answer) return;
  if (!answer.ok) return void toasts.show(memoryErrorText(answer.error.code));
  const { replaced } = answer.value;
  toasts.show(t('memory.accepted', { name: waiting.key }), {
    label: t('action.undo'),
    run: () => void undo(),
  });

  async function undo(): Promise<void> {
    // The waiting memory is restored first, because two memories cannot have the same key.
    for (const memory of [waiting, ...(replaced ? [replaced] : [])]) {
      const restored = await toasts.attempt(api.restore(memory));
      if (restored?.ok) continue;
      if (restored) toasts.show(memoryErrorText(restored.error.code));
      return;
    }
  }
}

export function OfferedRow({ memory, order }: { memory: Memory; order: string }) {
  const { agents, connection, toasts } = useApp();
  const isArmed = useArmed(order);
  const agent = agentOf(memory, agents);
  async function promote(): Promise<void> {
    const answer = await toasts.attempt(connection.api.memory.promote(memory.id, agent.id, memory));
    if (!answer) return;
    const done = memory.agent ? 'memory.promoted' : 'memory.promoted-kept';
    toasts.show(answer.ok ? t(done, { agent: agentName(agent) }) : memoryErrorText(answer.error.code));
  }
  return (
    <li class={`card-row ${styles.asking}`}>
      <FullMemory memory={memory} />
      <div class="chips">
        <button
          type="button"
          class="button"
          aria-disabled={!isArmed}
          onClick={() => {
            if (isArmed) void promote();
          }}
        >
          {t('memory.promote', { agent: agentName(agent) })}
        </button>
      </div>
    </li>
  );
}

/**
 * The agent for whose instructions a memory is offered: for a memory of all agents, the everyday agent, which
 * most chats use.
 */
export function agentOf({ agent }: Memory, agents: AppState['agents']) {
  return agents.find(agent ?? defaultAgent.id) ?? defaultAgent;
}

/** Shows the whole text, because the user decides on it. */
function FullMemory({ memory }: { memory: Memory }) {
  const outside = outsideText(memory);
  return (
    <div class={styles.whole}>
      <strong class="own-language" dir="auto">
        {memory.key}
      </strong>
      <p dir="auto">{foldGaps(memory.content)}</p>
      <small class="hint">{originText(memory)}</small>
      <small class="hint">{useScope(memory)}</small>
      {outside && <small class="hint">{outside}</small>}
    </div>
  );
}

/** The memory that is replaced when the other one is accepted. */
function Replaced({ memory, isPinKept }: { memory: Memory; isPinKept: boolean }) {
  return (
    <div class={`${styles.whole} ${styles.replaced}`}>
      <strong>{t('memory.replaces')}</strong>
      <p dir="auto">{foldGaps(memory.content)}</p>
      <small class="hint">{useScope(memory)}</small>
      {memory.isPinned && !isPinKept && <small class="hint">{t('memory.replaces-pinned')}</small>}
    </div>
  );
}

function useScope({ agent }: Memory): string {
  const { agents } = useApp();
  const known = agent && agents.find(agent);
  const name = known ? agentName(known) : t(agent ? 'agent.gone' : 'memory.for-all');
  return `${t('memory.scope')}: \u2068${name}\u2069`;
}
