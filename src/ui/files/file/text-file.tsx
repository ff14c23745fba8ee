/** A text file: the editor, and a preview for Markdown, HTML and SVG. */
import { useSignal } from '@preact/signals';
import { useEffect, useState, useMemo } from 'preact/hooks';
import { storedFileDraft, flushFileDrafts } from '#src/state/files/file-drafts.ts';
import { createFileEditor, type FileEditor } from '#src/state/files/file-editor.ts';
import { documentKind } from '#shared/documents/document-kind.ts';
import { fileKind } from '#src/state/files/file-kinds.ts';
import type { OpenedText } from '#src/state/files/file-text.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { DocumentFile } from './document-file.tsx';
import { useFiles } from '../files-context.ts';
import { TableFile } from './table-file.tsx';
import { TextEditor } from './text-editor.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './file.module.css';
import { Icon } from '#src/ui/kit/icon.tsx';
import { parentOf } from '#src/state/files/file-paths.ts';
import { Markdown } from '#src/ui/markdown/markdown.tsx';
import { HtmlPreview } from './html-preview.tsx';
import { Drawing } from './drawing.tsx';
import { formatBytes, formatTime } from '#src/ui/kit/format-file.ts';
import filesStyles from '../files.module.css';

type TextFileProps = { file: OpenFile; text: OpenedText };

/** Editable and read-only texts are separate components. */
export function TextFile({ file, text }: TextFileProps) {
  const isReadOnly = text.isCut || text.isDamaged || text.isShortened;
  return <OpenText key={String(isReadOnly)} file={file} text={text} isReadOnly={isReadOnly} />;
}

function noteOf({ isCut, isDamaged }: OpenedText) {
  return isCut ? 'files.cut' : isDamaged ? 'files.damaged' : 'files.shortened';
}

function OpenText({ file, text, isReadOnly }: TextFileProps & { isReadOnly: boolean }) {
  const { connection, toasts } = useApp();
  const { actions } = useFiles();
  const { path } = file;
  const [editor] = useState(() =>
    createFileEditor(
      path,
      text.text,
      { api: connection.api, toasts, offerUndo: actions.offerUndo },
      isReadOnly,
    ),
  );
  useEffect(() => editor.compareWithDisk(text.text), [text]);
  useUnsaved(isReadOnly ? null : editor);
  const isDocument = documentKind(path) !== undefined;
  const canPreview = isDocument || ['markdown', 'html', 'image'].includes(fileKind(path));
  const isPreview = useSignal(canPreview && text.text !== '' && !storedFileDraft(path));
  return (
    <>
      <div class={styles.textFile}>
        {canPreview && (
          <Choice
            label={t('files.mode')}
            isLabelHidden
            options={[
              { value: 'preview', label: t('files.preview') },
              { value: 'text', label: t('files.text') },
            ]}
            value={isPreview.value ? 'preview' : 'text'}
            onChoose={(mode) => (isPreview.value = mode === 'preview')}
          />
        )}
        {isReadOnly && <p class={classNames('hint', styles.fileNote)}>{t(noteOf(text))}</p>}
        <ConflictNote editor={editor} />
        {isPreview.value ? (
          <TextPreview file={file} text={editor.field.value} isDocument={isDocument} />
        ) : (
          <TextEditor editor={editor} path={path} isReadOnly={isReadOnly} />
        )}
      </div>
      {!isReadOnly && <EditorBar editor={editor} file={file} />}
    </>
  );
}

/** A table or a notebook is shown as it was saved, because the engine reads it from storage. */
function TextPreview({ file, text, isDocument }: { file: OpenFile; text: string; isDocument: boolean }) {
  if (documentKind(file.path) === 'csv') return <TableFile file={file} />;
  return isDocument ? <DocumentFile file={file} /> : <Preview path={file.path} text={text} />;
}

/** Saves by Ctrl+S; stores the draft before the page or the editor closes. */
function useUnsaved(editor: FileEditor | null): void {
  useEffect(() => {
    if (!editor) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      void editor.save();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!flushFileDrafts()) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    addEventListener('beforeunload', onLeave);
    addEventListener('pagehide', flushFileDrafts);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('beforeunload', onLeave);
      removeEventListener('pagehide', flushFileDrafts);
      flushFileDrafts();
    };
  }, [editor]);
}

/** The file changed elsewhere while it was edited: both texts are kept, whichever the user chooses. */
function ConflictNote({ editor }: { editor: FileEditor }) {
  if (!editor.conflict.value) return null;
  return (
    <div class={styles.conflict} role="alert">
      <p>
        <Icon name="alert" />
        {t('files.conflict')}
      </p>
      <p class="hint">{t('files.conflict-hint')}</p>
      <div class="chips">
        <Button onClick={() => void editor.keepMine()}>{t('files.keep-mine')}</Button>
        <Button onClick={() => void editor.keepTheirs()}>{t('files.keep-theirs')}</Button>
      </div>
    </div>
  );
}

/** The preview of a text: Markdown formatted, HTML as readable text, SVG as an image. */
function Preview({ path, text }: { path: string; text: string }) {
  if (fileKind(path) === 'markdown')
    return (
      <div class="scroller">
        <article class={styles.previewText}>
          <Markdown text={text} isLive={false} folder={parentOf(path)} />
        </article>
      </div>
    );
  if (fileKind(path) === 'html') return <HtmlPreview path={path} text={text} />;
  return <DrawnText path={path} text={text} />;
}

function DrawnText({ path, text }: { path: string; text: string }) {
  const blob = useMemo(() => new Blob([text]), [text]);
  return <Drawing path={path} blob={blob} />;
}

/** Under the text: whether it is saved, and the button that saves it. */
function EditorBar({ editor, file: { entry } }: { editor: FileEditor; file: OpenFile }) {
  const isDirty = editor.isDirty.value;
  const isSaving = editor.isSaving.value;
  const facts = `${formatBytes(entry.size)} · ${formatTime(entry.modified)}`;
  return (
    <div class={filesStyles.editorBar}>
      <p class="hint numbers" role="status">
        {isSaving ? t('files.saving') : isDirty ? t('files.unsaved') : t('files.saved', { facts })}
      </p>
      {isDirty && (
        <Button kind="text" disabled={isSaving} onClick={editor.discard}>
          {t('files.discard')}
        </Button>
      )}
      <Button
        kind="primary"
        disabled={!isDirty || isSaving || editor.conflict.value !== null}
        onClick={() => void editor.save()}
      >
        {t('files.save')}
      </Button>
    </div>
  );
}
