/** Node as a script gets it: opened when the script, or a module that it imports, first needs it. */
import type { ScriptFiles } from '../files-at.ts';
import type { NodeGiven, NodeHost } from './node-host.ts';

export type NodeAccess = {
  open(): Promise<NodeHost>;
  /** Undefined until it is open. */
  now(): NodeHost | undefined;
  /** The file port, kept in step with the files that `node:fs` has changed. */
  inStep(files: ScriptFiles): ScriptFiles;
  /** What must be written and reported at the end of the script. */
  close(): Promise<string[]>;
};

/** What a script cannot use without Node: `require`, `process.`, `Buffer`, imports of packages. A false hit is slow only. */
const needs =
  /\brequire\b|\bmodule\.exports\b|\bexports\.|\b__(?:dirname|filename)\b|\bprocess\s*[?.[]|\bBuffer\b|\b(?:from|import)\s*\(?\s*["'`](?![./])/;

export const usesNode = (source: string): boolean => needs.test(source);

export function createNodeAccess(given: NodeGiven): NodeAccess {
  let opening: Promise<NodeHost> | undefined;
  let opened: NodeHost | undefined;
  const notes: string[] = [];

  async function open(): Promise<NodeHost> {
    opening ??= import('./open-node.ts').then(({ openNode }) => openNode(given));
    opened = await opening;
    return opened;
  }

  /** `changes`: the work changes files of the workspace. */
  function step<Values extends unknown[], Answer>(
    work: (...values: Values) => Promise<Answer>,
    changes: boolean,
  ): (...values: Values) => Promise<Answer> {
    return async (...values) => {
      if (opened) notes.push(...(await opened.flush()));
      const answer = await work(...values);
      if (changes) await opened?.reload();
      return answer;
    };
  }

  return {
    ...{ open, now: () => opened },
    inStep: (files) => ({
      read: step(files.read, false),
      list: step(files.list, false),
      stat: step(files.stat, false),
      async *walk(path) {
        if (opened) notes.push(...(await opened.flush()));
        yield* files.walk(path);
      },
      write: step((path: string, content: string | Blob) => files.write(path, content), true),
      append: step(files.append, true),
      makeDirectory: step(files.makeDirectory, true),
      move: step(files.move, true),
      remove: step(files.remove, true),
    }),
    async close() {
      if (opened) notes.push(...(await opened.flush()));
      return notes;
    },
  };
}
