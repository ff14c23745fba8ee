/** A picture of the workspace in a text. Its bytes come through the file port; nothing is ever loaded from an address. */
import type { RefObject } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { FileFacts } from '#shared/api/files.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { mediaType } from '#src/state/files/file-kinds.ts';
import { useApp } from '#src/ui/app-context.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { GrowingContext } from '../code-block.tsx';
import { InLinkContext } from '../folder-context.ts';
import { useKnownFile } from '../use-known-file.ts';
import { fitToBox } from './fit-to-box.ts';
import { watchNearScreen } from './near-screen.ts';
import type { PictureNoteProps } from './picture-note.tsx';
import styles from './workspace.module.css';

/** Pixels; a smaller one stands in a line of text, without a frame. */
const framedFrom = 120;

type PictureProps = { paths: readonly string[]; alt: string };
type Picture = Required<FileFacts>;

const PictureNote = createLazyView<PictureNoteProps>(
  async () => (await import('./picture-note.tsx')).PictureNote,
  ['linked'],
);

/** `paths`: to look up, the likeliest first. */
export function WorkspacePicture({ paths, alt }: PictureProps) {
  // The rest of the block may still change what this means.
  const isGrowing = useContext(GrowingContext);
  return isGrowing ? <Waiting alt={alt} /> : <KnownPicture paths={paths} alt={alt} />;
}

function Waiting({ alt }: { alt: string }) {
  return <span class={styles.waiting}>{alt}</span>;
}

function KnownPicture({ paths, alt }: PictureProps) {
  const facts = useKnownFile(paths);
  const [broken, setBroken] = useState('');
  if (facts === undefined) return <Waiting alt={alt} />;
  if (facts === null) return <PictureNote alt={alt} path={paths[0] ?? ''} />;
  // A new version of the file may load.
  const version = `${facts.modified} ${facts.size}`;
  if (!isPicture(facts) || broken === version)
    return <PictureNote alt={alt} path={facts.path} facts={facts} />;
  return <ShownPicture key={facts.path} facts={facts} alt={alt} onBroken={() => setBroken(version)} />;
}

function isPicture(facts: FileFacts): facts is Picture {
  return facts.picture !== undefined;
}

type ShownPictureProps = { facts: Picture; alt: string; onBroken: () => void };

/** Its place has its size before its bytes are there. */
function ShownPicture({ facts, alt, onBroken }: ShownPictureProps) {
  const isInLink = useContext(InLinkContext);
  const box = useRef<HTMLElement>(null);
  const url = usePictureUrl(facts, box, onBroken);
  const { width, height } = facts.picture;
  const image = url && (
    <img
      src={url}
      alt={alt || facts.name}
      width={width}
      height={height}
      decoding="async"
      onError={onBroken}
    />
  );
  const place = {
    class: width < framedFrom ? styles.picture : classNames(styles.picture, styles.framed),
    style: { '--width': width, '--height': height },
    children: image,
  };
  const setBox = (element: HTMLElement | null) => void (box.current = element);
  if (isInLink) return <span ref={setBox} {...place} />;
  const href = formatRoute({ view: 'files', path: facts.path });
  return <a ref={setBox} href={href} aria-label={alt || facts.name} {...place} />;
}

/** An object URL while the picture is near the screen; its memory is freed when it is scrolled away. */
function usePictureUrl(
  facts: Picture,
  box: RefObject<HTMLElement | null>,
  onBroken: () => void,
): string | undefined {
  const { connection } = useApp();
  const [isNear, setNear] = useState(false);
  const [url, setUrl] = useState<string>();
  useEffect(() => (box.current ? watchNearScreen(box.current, setNear) : undefined), []);
  useEffect(() => {
    if (!isNear) return;
    const leaving = new AbortController();
    let made: string | undefined;
    const boxWidth = (box.current?.clientWidth ?? 0) * devicePixelRatio;
    async function load(): Promise<void> {
      const read = await connection.api.files.read(facts.path);
      if (!read.ok) return leaving.signal.aborted ? undefined : onBroken();
      // The type decides how it is shown; files of the workspace have none.
      const file = read.value.slice(0, read.value.size, mediaType(facts.path));
      const shown = await fitToBox(file, facts.picture, boxWidth, leaving.signal);
      if (leaving.signal.aborted) return;
      made = URL.createObjectURL(shown);
      setUrl(made);
    }
    load().catch((error: unknown) => {
      console.warn(error);
      if (!leaving.signal.aborted) onBroken();
    });
    return () => {
      leaving.abort();
      setUrl(undefined);
      if (made) URL.revokeObjectURL(made);
    };
  }, [isNear, facts.path, facts.size, facts.modified]);
  return url;
}
