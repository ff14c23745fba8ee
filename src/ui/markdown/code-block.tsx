/** A block of code with its language and a button to copy it. */
import { t } from '../../state/text.ts';
import { CopyButton } from '../parts/copy-button.tsx';

export function CodeBlock({ text, language }: { text: string; language: string }) {
  const [name = ''] = language.split(/\s/, 1);
  return (
    <div class={name ? 'code-block' : 'code-block plain'}>
      <div class="code-head">
        <span>{name}</span>
        <CopyButton text={text} label={t('markdown.copy-code')} />
      </div>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
