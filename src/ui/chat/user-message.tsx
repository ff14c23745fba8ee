/** What the user said. */
import type { Part } from '../../shared/message.ts';
import { t } from '../../state/text.ts';

type UserMessageProps = { text: string } | { parts: readonly Part[] };

export function UserMessage(props: UserMessageProps) {
  const text =
    'text' in props
      ? props.text
      : props.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  return (
    <div class="user-message">
      <span class="visually-hidden">{t('chat.you')}: </span>
      {text}
    </div>
  );
}
