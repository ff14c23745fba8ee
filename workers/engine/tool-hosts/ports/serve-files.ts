/**
 * Serves the file port of a tool host: the engine reads and writes, so a host never gets a handle of the file
 * system.
 */
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { FileName, FilePort } from '#workers/contracts/ports/file-port.ts';
import type { FilesApi, ReadFilesApi, WalkedNames } from '#workers/contracts/tool-host-protocol.ts';
import type { FileIndex } from '#workers/storage/workspace/file-index.ts';
import { watchAnswers } from './code-origins.ts';
import { createChanges } from './file-changes.ts';
import { createHolds } from './file-holds.ts';
import { fallible, servePort } from './serve-port.ts';

/** Maximum names that a walk sends in one message. */
const namesAtOnce = 1_000;

export function serveReadOnlyFiles(files: FilePort, over: AbortSignal): MessagePort {
  return servePort(reading(files), over);
}

/**
 * `onReceive` is called before an answer that may contain text of the workspace. `onIdle` is called once the call is over and its last
 * operation has ended.
 */
export function serveFiles(
  files: FilePort,
  index: Pick<FileIndex, 'since'>,
  over: AbortSignal,
  onIdle: () => void,
  onReceive?: (answer: unknown) => void,
): MessagePort {
  const changes = createChanges(files, over);
  const holds = createHolds(files, over);
  const work = countWork(over, onIdle);
  // Checked between two chunks of a large file: a write must not continue after its call has ended.
  const throwIfOver = () => over.throwIfAborted();
  const api: FilesApi = {
    ...reading(files),
    since: (mark) => fallible(() => index.since(mark)),
    write: (path, content) => work(() => files.write(path, content, throwIfOver)),
    append: (path, content) => work(() => files.append(path, content)),
    makeDirectory: (path) => work(() => files.makeDirectory(path)),
    move: (from, to) => work(() => files.move(from, to)),
    remove: (path, options) => work(() => files.remove(path, options)),
    beginChange: (paths) => work(() => changes.begin(paths)),
    endChange: (change, made) => work(() => changes.end(change, made)),
    beginHold: (path) => fallible(() => holds.begin(path)),
    endHold: (hold) => fallible(() => holds.end(hold)),
  };
  return servePort(onReceive ? watchAnswers(api, onReceive) : api, over);
}

function reading(files: FilePort): ReadFilesApi {
  const walks = new Map<number, AsyncIterator<FileName>>();
  let begun = 0;

  async function walkOn(walk: number): Promise<WalkedNames> {
    const left = walks.get(walk);
    const names: FileName[] = [];
    while (left && names.length < namesAtOnce) {
      const next = await left.next();
      if (next.done) walks.delete(walk);
      if (next.done) break;
      names.push(next.value);
    }
    return { walk, names, isOver: !walks.has(walk) };
  }

  return {
    stat: (path) => fallible(() => files.stat(path)),
    read: (path) => fallible(() => files.read(path)),
    readMany: (paths) => fallible(() => files.readMany(paths)),
    list: (path) => fallible(() => files.list(path)),
    walk: (from) =>
      fallible(() => {
        if ('walk' in from) return walkOn(from.walk);
        walks.set(++begun, files.walk(from.path)[Symbol.asyncIterator]());
        return walkOn(begun);
      }),
  };
}

type Work = <T>(work: () => Promise<T>) => Promise<Fallible<T>>;

/** Counts running operations, because the undo recorder may be closed only after the last one. */
function countWork(over: AbortSignal, onIdle: () => void): Work {
  let underWay = 0;
  const check = () => {
    if (over.aborted && underWay === 0) onIdle();
  };
  over.addEventListener('abort', check, { once: true });
  return async (work) => {
    underWay++;
    const answer = await fallible(work);
    underWay--;
    check();
    return answer;
  };
}
