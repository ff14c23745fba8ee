/**
 * What the engine observed of a call, for its metadata: the files that code changed (for the card and undo),
 * and the hosts that it contacted and no argument names (for guarded mode).
 */
import type { ResultMetadata, ToolDefinition } from '#shared/tools/tool.ts';
import { isService } from '#shared/tools/tool-exchange.ts';
import { askedHosts } from '../../permissions/service-hosts.ts';

/** Maximum UTF-16 units of each list; a call may change thousands of files. */
const longest = 1_000;

type CallFacts = {
  addFile(path: string): void;
  /** Call it before a request is sent, and the returned function if nothing was sent after all. */
  addRequest(url: string): () => void;
  /**
   * Adds `changed_files` and `asked_hosts`, one item per line, to the tool's own metadata. Empty if there is
   * no metadata.
   */
  withMetadata(own: ResultMetadata | undefined): { metadata?: ResultMetadata };
};

export function createCallFacts(tool: Pick<ToolDefinition, 'runs' | 'contacts'>): CallFacts {
  const paths = new Set<string>();
  const requests: string[] = [];
  return {
    addFile(path) {
      // Only for code: other tools name what they change in their arguments. Git's internal files are
      // omitted.
      if (tool.runs === 'code' && !path.split('/').includes('.git')) paths.add(path);
    },
    addRequest(url) {
      const isNews = isService(tool.contacts) && URL.canParse(url);
      if (isNews) requests.push(new URL(url).host);
      return () => void (isNews && requests.splice(requests.indexOf(new URL(url).host), 1));
    },
    withMetadata(own = {}) {
      // Only the engine may set this key.
      const { [askedHosts]: _, ...rest } = own;
      const files = fitting([...paths].toSorted());
      const others = paths.size - files.length;
      const hosts = fitting([...new Set(requests)].toSorted());
      const metadata = {
        ...rest,
        ...(files.length > 0 && { changed_files: files.join('\n') }),
        ...(others > 0 && { changed_files_not_named: String(others) }),
        ...(hosts.length > 0 && { [askedHosts]: hosts.join('\n') }),
      };
      return Object.keys(metadata).length > 0 ? { metadata } : {};
    },
  };
}

function fitting(lines: readonly string[]): string[] {
  let left = longest;
  return lines.filter((line) => (left -= line.length + 1) >= 0);
}
