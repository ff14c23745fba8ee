/** A question of the model at the place of its call: the form, then the answer. */
import { useEffect, useId, useRef } from 'preact/hooks';
import { escapeInvisibleLines } from '#shared/invisible.ts';
import type { SessionId } from '#shared/ids.ts';
import type { CallPart, ResultPart } from '#shared/conversation/message.ts';
import { readAnswered, readQuestion, type Answered } from '#shared/conversation/question.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuestionForm } from './question-form.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './questions.module.css';

type QuestionCardProps = {
  call: CallPart;
  result: ResultPart | undefined;
  session: SessionId | undefined;
};

export function QuestionCard({ call, result, session }: QuestionCardProps) {
  const { prompts } = useApp();
  const title = useId();
  const asked = readQuestion(call.arguments);
  const prompt = prompts.open.value.find((each) => each.call === call.id && each.session === session);
  const answered = result && readAnswered(result.result);
  if (!asked) return null;
  return (
    <section class={styles.question} aria-labelledby={title}>
      <p class={classNames(styles.questionText, 'own-language')} id={title} dir="auto">
        {escapeInvisibleLines(asked.question)}
      </p>
      {answered && <Answer answered={answered} />}
      {!result && session && prompt?.subject.type === 'question' && (
        <WaitingForm>
          <QuestionForm prompt={prompt} question={prompt.subject} />
        </WaitingForm>
      )}
    </section>
  );
}

/** Takes the focus only if nothing else has it. */
function WaitingForm({ children }: { children: preact.ComponentChildren }) {
  const { viewport } = useApp();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body;
    if (isFree && !viewport.isTouch.value) form.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={form} tabIndex={-1} class={styles.questionWaiting}>
      {children}
    </div>
  );
}

function Answer({ answered }: { answered: Answered }) {
  if (answered.type === 'dismissed')
    return <p class={classNames(styles.questionAnswer, styles.none)}>{t('question.dismissed')}</p>;
  const { chosen, typed } = answered.reply;
  return (
    <ul class={styles.questionAnswer} aria-label={t('question.your-answer')}>
      {chosen.map((label) => (
        <li key={label}>
          <Icon name="check" />
          <span>{escapeInvisibleLines(label)}</span>
        </li>
      ))}
      {typed && <li>{escapeInvisibleLines(typed)}</li>}
    </ul>
  );
}
