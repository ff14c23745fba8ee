/** Links to files of the workspace that exist; anything else stays as it is written. */
import type { ComponentChildren, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { formatRoute } from '#src/state/base/route.ts';
import { GrowingContext } from '../code-block.tsx';
import { InLinkContext } from '../folder-context.ts';
import { useKnownFile } from '../use-known-file.ts';
import styles from './workspace.module.css';

type LinkedFileProps = { paths: readonly string[]; children: ComponentChildren };

/** `paths`: to look up, the likeliest first. */
export function LinkedFile(props: LinkedFileProps): VNode {
  // In a block that still grows, half a name may be that of another file.
  return useContext(GrowingContext) ? <span>{props.children}</span> : <KnownFile {...props} />;
}

function KnownFile({ paths, children }: LinkedFileProps): VNode {
  const facts = useKnownFile(paths);
  if (!facts) return <span>{children}</span>;
  return (
    <a href={formatRoute({ view: 'files', path: facts.path })} title={facts.path} class={styles.linkedFile}>
      <InLinkContext.Provider value={true}>{children}</InLinkContext.Provider>
    </a>
  );
}
