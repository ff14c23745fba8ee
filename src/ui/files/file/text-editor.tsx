/** The text editor of a file; CodeMirror is loaded when it is first needed. */
import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { FileEditor } from '#src/state/files/file-editor.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './file.module.css';

type TextEditorProps = { editor: FileEditor; path: string; isReadOnly: boolean };

export function TextEditor({ editor, path, isReadOnly }: TextEditorProps) {
  const { viewport } = useApp();
  const host = useRef<HTMLDivElement>(null);
  const find = useRef<() => void>(() => undefined);
  const isReady = useSignal(false);
  const isPlain = useSignal(false);

  useEffect(() => {
    let isHere = true;
    let leave: () => void = () => undefined;
    import('./code-field.ts').then(
      ({ openCodeField }) => {
        if (!isHere || !host.current) return;
        const field = openCodeField(host.current, {
          text: editor.field.peek(),
          label: t('files.text-of', { name: baseName(path) }),
          isReadOnly,
          phrases: searchWords(),
          onChange: isReadOnly ? () => undefined : editor.write,
        });
        find.current = field.find;
        isReady.value = true;
        const unfollow = effect(() => field.show(editor.field.value));
        leave = () => (unfollow(), field.close());
      },
      (error: unknown) => {
        console.error(error);
        isPlain.value = true;
      },
    );
    return () => {
      isHere = false;
      leave();
    };
  }, [editor]);

  if (isPlain.value)
    return (
      <div class="scroller">
        <p class="hint">{t('problem.load-failed')}</p>
        <pre class={styles.plainFile}>{editor.field.value}</pre>
      </div>
    );
  return (
    <>
      <div ref={host} class={styles.textEditor} />
      <div class={styles.editorHint}>
        {!viewport.isTouch.value && (
          <p class={classNames('hint', styles.fileNote)}>
            {t(isReadOnly ? 'files.read-only' : 'files.keys')}
          </p>
        )}
        <Button kind="text" icon="search" disabled={!isReady.value} onClick={() => find.current()}>
          {t('files.find')}
        </Button>
      </div>
    </>
  );
}

/** Translations of CodeMirror's search panel, by their English texts. */
function searchWords(): Record<string, string> {
  return {
    Find: t('files.find'),
    Replace: t('files.replace-with'),
    next: t('files.find-next'),
    previous: t('files.find-previous'),
    all: t('files.find-all'),
    'match case': t('files.find-case'),
    regexp: t('files.find-pattern'),
    'by word': t('files.find-words'),
    replace: t('files.replace'),
    'replace all': t('files.replace-all'),
    close: t('files.find-close'),
  };
}
