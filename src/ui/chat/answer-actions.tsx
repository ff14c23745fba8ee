/** What can be done with a finished answer, and what it cost. */
import { textOf, type Message } from '../../shared/message.ts';
import { language, t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { BranchSwitch } from './branch-switch.tsx';

type AnswerActionsProps = { message: Message; isLast: boolean };

export function AnswerActions({ message, isLast }: AnswerActionsProps) {
  const { chat } = useApp();
  const first = chat.view.value?.messages.find(
    ({ run, role }) => run === message.run && role === 'assistant',
  );
  const text = textOf(message).trim();
  const { usage } = message;
  const tokens = usage && (usage.inputTokens + usage.outputTokens).toLocaleString(language.value);
  return (
    <div class="answer-actions">
      {text !== '' && <CopyButton text={text} label={t('chat.copy-answer')} />}
      {isLast && (
        <IconButton
          class="quiet"
          icon="reset"
          label={t('chat.regenerate')}
          onClick={() => !chat.busy.value && chat.turns.regenerate()}
        />
      )}
      {first && <BranchSwitch message={first.id} />}
      {tokens && <span class="hint numbers">{t('chat.tokens', { count: tokens })}</span>}
    </div>
  );
}
