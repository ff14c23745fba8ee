/** A change of what is remembered that text from outside may have caused: the words, the reason, and the answers. */
import { useId } from 'preact/hooks';
import { escapeInvisible, escapeInvisibleLines } from '#shared/invisible.ts';
import type { CallId, SessionId } from '#shared/ids.ts';
import type { MemoryChange, OutsideSource } from '#shared/tools/permission.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { AnswerButton } from './answer-button.tsx';
import { sourceName } from './outgoing-request.tsx';
import { useArmed } from './sheet-behaviour.ts';
import questionsStyles from './questions/questions.module.css';
import styles from './memory-change.module.css';

/** `meaningId`: the id by which a sheet refers to the reason. */
type ViewProps = { change: MemoryChange; meaningId?: string };

export function MemoryChangeView({ change, meaningId }: ViewProps) {
  const { key, content, isPinned, replaces, sources } = change;
  return (
    <>
      <p id={meaningId}>{t('prompt.memory-meaning', { sources: namesOf(sources) })}</p>
      <div class={styles.words}>
        <strong class="own-language" dir="auto">
          {escapeInvisible(key)}
        </strong>
        <p class="own-language" dir="auto">
          {escapeInvisibleLines(content)}
        </p>
      </div>
      {isPinned && (
        <p class={styles.pinned}>
          <Icon name="pin" />
          {t('prompt.memory-pinned')}
        </p>
      )}
      {replaces !== undefined && (
        <>
          <p>{t('prompt.memory-replaces')}</p>
          <p class={classNames(styles.words, 'own-language')} dir="auto">
            {escapeInvisibleLines(replaces)}
          </p>
        </>
      )}
    </>
  );
}

/** Isolated (Unicode bidi), so that names in another script do not reorder a right-to-left sentence. */
function namesOf(sources: readonly OutsideSource[]): string {
  return [...new Set(sources.map((source) => `\u2068${escapeInvisible(sourceName(source))}\u2069`))].join(
    ', ',
  );
}

/** The question on the card of its call. */
export function MemoryQuestion({ call, session }: { call: CallId; session: SessionId }) {
  const { prompts } = useApp();
  const title = useId();
  const prompt = prompts.open.value.find((each) => each.call === call && each.session === session);
  const isArmed = useArmed(prompt?.id);
  if (prompt?.subject.type !== 'memory') return null;
  const { subject } = prompt;
  return (
    <section class={classNames(questionsStyles.question, styles.onCard)} aria-labelledby={title}>
      <p class={questionsStyles.questionText} id={title}>
        {t(`prompt.memory-${subject.act}-title`)}
      </p>
      <MemoryChangeView change={subject} />
      <div class="chips">
        <AnswerButton
          prompt={prompt}
          answer="allowed"
          label={t(`prompt.memory-${subject.act}`)}
          isArmed={isArmed}
        />
        <AnswerButton prompt={prompt} answer="denied" label={t('prompt.deny')} isArmed={isArmed} />
      </div>
    </section>
  );
}
