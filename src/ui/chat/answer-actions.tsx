/** What can be done with a finished answer, and what it cost. */
import { textOf, type Message } from '../../shared/message.ts';
import { language, t } from '../../state/text.ts';
import { CopyButton } from '../parts/copy-button.tsx';

export function AnswerActions({ message }: { message: Message }) {
  const text = textOf(message).trim();
  const { usage } = message;
  if (text === '' && !usage) return null;
  const tokens = usage && (usage.inputTokens + usage.outputTokens).toLocaleString(language.value);
  return (
    <div class="answer-actions">
      {text !== '' && <CopyButton text={text} label={t('chat.copy-answer')} />}
      {tokens && <span class="hint numbers">{t('chat.tokens', { count: tokens })}</span>}
    </div>
  );
}
