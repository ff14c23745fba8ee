/**
 * What the engine observed of a call, for its metadata: the files that code changed (for the card and undo),
 * the hosts that it contacted and no argument names, and whether its result is without text from outside (for
 * guarded mode).
 */
import { isBuiltIn } from '#shared/tools/external-tool.ts';
import type { ResultMetadata, ToolDefinition, ToolErrorType } from '#shared/tools/tool.ts';
import { isService } from '#shared/tools/tool-exchange.ts';
import { askedHosts, neverRan, outsideText } from '../../permissions/engine-facts.ts';

/** Maximum UTF-16 units of each list; a call may change thousands of files. */
const longest = 1_000;

type CallFacts = {
  addFile(path: string): void;
  /** Call it before a request is sent, and the returned function if nothing was sent after all. */
  addRequest(url: string): () => void;
  /** Of code: what its session was handed. */
  origin: { begin(): void; receive(): void };
  /**
   * Adds `changed_files` and `asked_hosts`, one item per line, and `outside_text` to the tool's own metadata.
   * `isOwnWords`, `errorType`: as in `ToolOutcome`. Empty if there is no metadata.
   */
  withMetadata(
    own: ResultMetadata | undefined,
    outcome?: { isOwnWords?: boolean; errorType?: ToolErrorType },
  ): { metadata?: ResultMetadata };
};

export function createCallFacts(
  tool: Pick<ToolDefinition, 'runs' | 'contacts' | 'returns' | 'source'>,
): CallFacts {
  const paths = new Set<string>();
  const requests: string[] = [];
  /** Undefined: the ports of the call were not watched. */
  let hasReceived: boolean | undefined;
  const isWithoutOutside = (isOwnWords: boolean) =>
    // Code could claim anything, and so could a tool server.
    tool.runs === 'code'
      ? tool.returns.includes('output') && hasReceived === false
      : isBuiltIn(tool) && isOwnWords;
  /** Reading the trace of a chat takes these errors for those of calls that never ran. */
  const mayQuote = (errorType: ToolErrorType | undefined) =>
    tool.runs === 'code' && hasReceived === true && errorType !== undefined && neverRan.includes(errorType);
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
    origin: { begin: () => void (hasReceived ??= false), receive: () => void (hasReceived = true) },
    withMetadata(own = {}, { isOwnWords = false, errorType } = {}) {
      // Only the engine may set these keys.
      const { [askedHosts]: _, [outsideText]: __, ...rest } = own;
      const files = fitting([...paths].toSorted());
      const others = paths.size - files.length;
      const hosts = fitting([...new Set(requests)].toSorted());
      const metadata = {
        ...rest,
        ...(files.length > 0 && { changed_files: files.join('\n') }),
        ...(others > 0 && { changed_files_not_named: String(others) }),
        ...(hosts.length > 0 && { [askedHosts]: hosts.join('\n') }),
        ...(isWithoutOutside(isOwnWords) && { [outsideText]: 'none' }),
        ...(mayQuote(errorType) && { [outsideText]: 'some' }),
      };
      return Object.keys(metadata).length > 0 ? { metadata } : {};
    },
  };
}

function fitting(lines: readonly string[]): string[] {
  let left = longest;
  return lines.filter((line) => (left -= line.length + 1) >= 0);
}
