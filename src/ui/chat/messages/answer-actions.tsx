/** The actions of a finished answer, and its cost. */
import { canShare, shareText } from '#src/page-services/share.ts';
import { textOf, type Message } from '#shared/conversation/message.ts';
import { t, language } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { BranchSwitch } from './branch-switch.tsx';
import { useTurns } from '../use-turns.ts';
import { focusComposer } from '#src/ui/kit/focus-composer.ts';
import styles from './answer-actions.module.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef, useId } from 'preact/hooks';
import { speak } from '#src/page-services/speech.ts';
import { guessLanguage } from './guess-language.ts';
import { formatCost, formatCount } from '#src/ui/kit/format.ts';
import { sumUsage, type Spent } from './sum-usage.ts';
import { classNames } from '#src/ui/kit/class-names.ts';

/** `steps`: the messages of its run, `message` the last of them. */
type AnswerActionsProps = { message: Message; steps: readonly Message[]; isLast: boolean };

export function AnswerActions({ message, steps, isLast }: AnswerActionsProps) {
  const { chat, toasts, viewport } = useApp();
  const turns = useTurns();
  const [first] = steps;
  const text = textOf(message).trim();
  return (
    <div class={styles.answerActions}>
      {text !== '' && <CopyButton text={text} label={t('chat.copy-answer')} />}
      {text !== '' && 'speechSynthesis' in window && <ReadAloud text={text} />}
      {text !== '' && canShare && (
        <QuietButton
          icon="share"
          label={t('chat.share')}
          onClick={() => void toasts.attempt(shareText(text), 'problem.call-failed')}
        />
      )}
      {isLast && (
        <QuietButton
          icon="reset"
          label={t('chat.regenerate')}
          onClick={() => {
            if (chat.busy.value) return;
            turns.regenerate();
            focusComposer(viewport.isTouch.value);
          }}
        />
      )}
      {first && <BranchSwitch message={first.id} />}
      <AnswerCost steps={steps} />
    </div>
  );
}

/** Reads an answer aloud; stops on a second tap or when it is unmounted. */
function ReadAloud({ text }: { text: string }) {
  const { toasts } = useApp();
  const isReading = useSignal(false);
  const reading = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  async function read(): Promise<void> {
    const current = new AbortController();
    reading.current = current;
    isReading.value = true;
    try {
      // The Markdown parser is loaded already.
      const { spokenPieces } = await import('#src/ui/markdown/spoken-text.ts');
      const pieces = await spokenPieces(text);
      const wasSaid = await speak(pieces, guessLanguage(pieces.join(' '), language.value), current.signal);
      if (!wasSaid && !current.signal.aborted) toasts.show(t('aloud.failed'));
    } finally {
      isReading.value = false;
    }
  }

  return (
    <QuietButton
      icon={isReading.value ? 'stop' : 'speaker'}
      label={t(isReading.value ? 'aloud.stop' : 'aloud.start')}
      onClick={() => (isReading.value ? reading.current?.abort() : void read())}
    />
  );
}

/** The tokens of an answer; a tap shows them by kind, the model and the cost. */
function AnswerCost({ steps }: { steps: readonly Message[] }) {
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
