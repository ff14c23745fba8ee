/** The tokens of an answer; a tap shows them by kind, the model and the cost. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Message } from '#shared/conversation/message.ts';
import { t } from '#src/state/text/text.ts';
import { formatCost, formatCount } from '#src/ui/kit/format.ts';
import { sumUsage, type Spent } from './sum-usage.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './answer-actions.module.css';

export function AnswerCost({ steps }: { steps: readonly Message[] }) {
  const isOpen = useSignal(false);
  const table = useId();
  const spent = sumUsage(steps);
  if (!spent) return null;
  return (
    <>
      <button
        type="button"
        class={classNames(styles.answerCost, 'hint numbers')}
        aria-expanded={isOpen.value}
        aria-controls={table}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {spent.isEstimate && '≈ '}
        {t('cost.tokens', { count: spent.inputTokens + spent.outputTokens })}
      </button>
      <div id={table} class={styles.costPlace}>
        {isOpen.value && <CostTable spent={spent} />}
        {isOpen.value && spent.isEstimate && <p class="hint">{t('cost.estimate')}</p>}
      </div>
    </>
  );
}

function CostTable({ spent }: { spent: Spent }) {
  const { cacheReadTokens, reasoningTokens, requests, models, cost } = spent;
  const rows: [label: string, value: string][] = [
    ...(models.length > 0 ? [[t('cost.model'), models.join(', ')] satisfies [string, string]] : []),
    [t('cost.requests'), formatCount(requests)],
    [t('cost.input'), t('cost.tokens', { count: spent.inputTokens })],
    ...optional(t('cost.cached'), cacheReadTokens),
    [t('cost.output'), t('cost.tokens', { count: spent.outputTokens })],
    ...optional(t('cost.reasoning'), reasoningTokens),
    [t('cost.dollars'), cost === undefined ? t('cost.unknown') : formatCost(cost)],
  ];
  return (
    <dl class={classNames(styles.costTable, 'numbers')} aria-label={t('cost.label')}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function optional(label: string, tokens: number): [string, string][] {
  return tokens > 0 ? [[label, formatCount(tokens)]] : [];
}
