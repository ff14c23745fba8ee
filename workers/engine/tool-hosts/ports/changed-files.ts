/** Which files a call changed, for its metadata: the user sees them on the card, and undo knows what was in them. */
import type { ResultMetadata, ToolDefinition } from '#shared/tools/tool.ts';

/** Characters; a call may change thousands of files. */
const longest = 1_000;

type ChangedFiles = {
  add(path: string): void;
  /** The metadata of the result with one path per line under `changed_files`; nothing if there is neither. */
  withMetadata(own: ResultMetadata | undefined): { metadata?: ResultMetadata };
};

/** Only for code: the arguments of other tools name what they change. */
export function createChangedFiles({ runs }: Pick<ToolDefinition, 'runs'>): ChangedFiles {
  const paths = new Set<string>();
  return {
    add(path) {
      // What git keeps for itself is no news.
      if (runs === 'code' && !path.split('/').includes('.git')) paths.add(path);
    },
    withMetadata(own) {
      const metadata = { ...own, ...named([...paths].toSorted()) };
      return Object.keys(metadata).length > 0 ? { metadata } : {};
    },
  };
}

function named(paths: readonly string[]): ResultMetadata {
  if (paths.length === 0) return {};
  let left = longest;
  const shown = paths.filter((path) => (left -= path.length + 1) >= 0);
  const others = paths.length - shown.length;
  return { changed_files: shown.join('\n'), ...(others > 0 && { changed_files_not_named: String(others) }) };
}
