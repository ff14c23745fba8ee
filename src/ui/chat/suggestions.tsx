/** Examples of an empty chat: a tap sends one. */
import type { TextKey } from '#shared/text/index.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import styles from './greeting.module.css';

type SuggestionsProps<Key extends TextKey> = {
  list: readonly { text: Key; icon: IconName }[];
  say(key: Key): string;
};

export function Suggestions<Key extends TextKey>({ list, say }: SuggestionsProps<Key>) {
  const { chat } = useApp();
  return (
    <div class={styles.suggestions}>
      {list.map(({ text, icon }) => (
        <button type="button" class={styles.suggestion} key={text} onClick={() => chat.send(say(text))}>
          <Icon name={icon} />
          <span class="own-language" dir="auto">
            {say(text)}
          </span>
        </button>
      ))}
    </div>
  );
}
