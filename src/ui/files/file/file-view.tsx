/** One file: edited if it is text, shown if the browser can, and always downloadable. */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { assertNever } from '#shared/assert-never.ts';
import { documentKind } from '#shared/documents/document-kind.ts';
import { fileKind, mediaType } from '#src/state/files/file-kinds.ts';
import { baseName, parentOf } from '#src/state/files/file-paths.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { EntryTasks } from '../folder/entry-tasks.tsx';
import type { EntryTask } from '../folder/entry-menu.tsx';
import { useEffect, useState } from 'preact/hooks';
import { beginOpening, mayOpen } from '#src/state/files/opening-file.ts';
import { DocumentFile } from './document-file.tsx';
import { Drawing } from './drawing.tsx';
import { FileFacts } from './file-facts.tsx';
import { TableFile } from './table-file.tsx';
import { TextFile } from './text-file.tsx';
import { useFileUrl } from './use-file-url.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './file.module.css';

export function FileView({ file }: { file: OpenFile }) {
  const { router } = useApp();
  const task = useSignal<EntryTask | null>(null);
  const { path } = file;
  const name = baseName(path);
  const up = () => router.go({ view: 'files', path: parentOf(path) });

  function follow(to: string | null): void {
    if (to === null) return up();
    router.replace({ view: 'files', path: to });
  }

  return (
    <>
      <TopBar
        onBack={up}
        action={
          <IconButton
            icon="more-vertical"
            label={t('files.more', { name })}
            onClick={() => (task.value = { type: 'menu', path, isFolder: false })}
          />
        }
      >
        <h1 class="view-title">
          <bdi>{name}</bdi>
        </h1>
      </TopBar>
      <OpenedFile file={file} />
      <EntryTasks task={task} onDone={follow} />
    </>
  );
}

/** A file that froze the page is not opened again by the reload that ended it. */
function OpenedFile({ file }: { file: OpenFile }) {
  const { path } = file;
  const [isOpen, setIsOpen] = useState(() => mayOpen(path));
  const [opening] = useState(() => ({ end: isOpen ? beginOpening(path).end : () => undefined }));
  useEffect(() => () => opening.end(), []);
  if (isOpen) return <FileBody file={file} />;
  const open = () => {
    opening.end = beginOpening(path).end;
    setIsOpen(true);
  };
  return (
    <FileFacts file={file} note={t('files.held')} action={{ label: t('files.open-anyway'), run: open }} />
  );
}

function FileBody({ file }: { file: OpenFile }): VNode {
  const isDocument = documentKind(file.path) !== undefined;
  if (file.text) return <TextFile file={file} text={file.text} />;
  const kind = fileKind(file.path);
  switch (kind) {
    case 'image':
      return /\.svg$/i.test(file.path) ? (
        <Drawing path={file.path} blob={file.blob} />
      ) : (
        <ImageFile file={file} />
      );
    case 'pdf':
      // Mobile browsers have no PDF viewer; the frame would stay empty.
      return navigator.pdfViewerEnabled ? <PdfFile file={file} /> : <DocumentFile file={file} />;
    case 'audio':
    case 'video':
      return <MediaFile file={file} kind={kind} />;
    case 'text':
    case 'markdown':
    case 'html':
    case 'archive':
    case 'other':
      if (documentKind(file.path) === 'csv') return <TableView file={file} />;
      if (isDocument) return <DocumentFile file={file} />;
      return <FileFacts file={file} note={t('files.not-shown')} />;
    default:
      return assertNever(kind);
  }
}

/** A table that is not UTF-8 text, and so is not edited. */
function TableView({ file }: { file: OpenFile }) {
  return (
    <div class={styles.textFile}>
      <TableFile file={file} />
    </div>
  );
}

/** Files that the browser can show: images, audio, video, PDF. */
function ImageFile({ file }: { file: OpenFile }) {
  const url = useFileUrl(file.blob, mediaType(file.path));
  const broken = useSignal<string | undefined>(undefined);
  // A new version of the file has a new URL and may load.
  if (url && broken.value === url) return <FileFacts file={file} note={t('files.broken-image')} />;
  return (
    <div class={classNames('scroller', styles.fileStage)}>
      {url && <img src={url} alt={baseName(file.path)} onError={() => (broken.value = url)} />}
    </div>
  );
}

function MediaFile({ file, kind }: { file: OpenFile; kind: 'audio' | 'video' }) {
  const url = useFileUrl(file.blob, mediaType(file.path));
  const Player = kind;
  return (
    <div class={classNames('scroller', styles.fileStage)}>
      {url && <Player src={url} controls aria-label={baseName(file.path)} />}
    </div>
  );
}

function PdfFile({ file }: { file: OpenFile }) {
  const url = useFileUrl(file.blob, mediaType(file.path));
  return url ? <iframe class={styles.fileFrame} src={url} title={baseName(file.path)} /> : null;
}
