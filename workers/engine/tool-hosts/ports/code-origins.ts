/**
 * Records whether code sessions have received anything from outside. What a script does with its inputs is
 * unknown, so that one file or response makes all later results of its session text from outside.
 */
import type { SessionId } from '#shared/ids.ts';
import type { FilesApi } from '#workers/contracts/tool-host-protocol.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';
import { isObject } from '#shared/json.ts';

/** Kept as long as the engine, as are the code hosts with the variables of a session. */
export type CodeOrigins = {
  hasReceived(session: SessionId): boolean;
  /** Must be called before the text is handed out. */
  receive(session: SessionId): void;
  /**
   * A call of the session begins. True if it and all calls before it only calculate: such a call may be handed files,
   * because it reads none, and no earlier code can make a name of a formula read one.
   */
  begin(session: SessionId, isCalculation: boolean): boolean;
  /** Files are handed to a call that only calculates; the next call of another kind can read them. */
  handOver(session: SessionId): void;
  /**
   * The stored state of sessions. A text that another engine wrote, in another tab or before a reload, counts as
   * received.
   */
  watchState(
    sessions: Pick<CodeSessions, 'read' | 'write'>,
    receive: () => void,
  ): Pick<CodeSessions, 'read' | 'write'>;
};

export function createCodeOrigins(): CodeOrigins {
  const received = new Set<SessionId>();
  /** Sessions in which other code than calculations has run, and those with files that none has read yet. */
  const [programmed, handed] = [new Set<SessionId>(), new Set<SessionId>()];
  /** The last text by session and name that was written before the session received anything. */
  const own = new Map<string, string>();
  return {
    hasReceived: (session) => received.has(session),
    receive: (session) => void received.add(session),
    begin(session, isCalculation) {
      if (!isCalculation) programmed.add(session);
      const isExempt = !programmed.has(session);
      if (!isExempt && handed.has(session)) received.add(session);
      return isExempt;
    },
    handOver: (session) => void handed.add(session),
    watchState: (sessions, receive) => ({
      async read(session, name) {
        const text = await sessions.read(session, name);
        if (text !== null && own.get(`${session} ${name}`) !== text) receive();
        return text;
      },
      async write(session, name, text) {
        own.delete(`${session} ${name}`);
        await sessions.write(session, name, text);
        if (!received.has(session)) own.set(`${session} ${name}`, text);
      },
    }),
  };
}

type Method = (...values: never[]) => Promise<unknown>;

/**
 * Wraps a file port so that `receive` is called before an answer that may contain text. Numbers, truth values and
 * empty lists contain none; an error may, because it can quote names of files.
 */
export function watchAnswers(api: FilesApi, receive: (answer: unknown) => void): FilesApi {
  const methods = Object.entries<Method>(api);
  const watched = methods.map(([name, method]): [string, Method] => [
    name,
    async (...values: never[]) => {
      const answer = await method(...values);
      if (!isBare(answer) && !isFolderAsked(answer, values[0])) receive(answer);
      return answer;
    },
  ]);
  return Object.assign({}, api, Object.fromEntries(watched));
}

const moduleFile = /\.(?:py|pyc|so)$/i;

/**
 * Whether an answer names a file that Python may run unasked: it imports modules for some errors and large numbers, and
 * looks for them in the workspace first.
 */
export function hasModule(answer: unknown): boolean {
  if (typeof answer === 'string') return moduleFile.test(answer);
  if (Array.isArray(answer)) return answer.some(hasModule);
  return isPlain(answer) && Object.values(answer).some(hasModule);
}

function isBare(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'boolean' || typeof value === 'number') return true;
  if (Array.isArray(value)) return value.every(isBare);
  return isPlain(value) && Object.values(value).every(isBare);
}

/** A `File` has no properties of its own, but content. */
function isPlain(value: unknown): value is object {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

/** The answer to `stat` for a folder: it repeats the path. */
function isFolderAsked(answer: unknown, asked: unknown): boolean {
  if (!isObject(answer) || answer.ok !== true || !isObject(answer.value)) return false;
  const { path, type, ...rest } = answer.value;
  return path === asked && type === 'directory' && isBare(rest);
}
