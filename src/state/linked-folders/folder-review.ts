/** The state of the screen that reviews a linked folder: the changes, which of them are ticked, and the last push or pull. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import { askAccess, hasAccess } from '#src/page-services/folder-access.ts';
import { newId } from '#shared/ids.ts';
import type {
  LinkedFolderAnswer,
  LinkedFolderChange,
  LinkedFolderChoice,
  LinkedFolderFault,
  LinkedFolderInfo,
  LinkedFolderReport,
  LinkedFolderReview,
} from '#shared/rpc/linked-folder.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { FileActions } from '../files/file-actions.ts';
import { freeName } from '../files/file-paths.ts';
import { followFiles } from '../files/follow-files.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';
import { isSelected, selectChanges, withoutPaths, type ChangeSelection } from './change-selection.ts';

type Work = 'comparing' | 'pushing' | 'pulling';

export type FolderReview = {
  /** `null` until both sides were compared. */
  review: ReadonlySignal<LinkedFolderReview | null>;
  /** `asking`: the browser grants read access only after a tap. */
  problem: ReadonlySignal<LinkedFolderFault | 'asking' | null>;
  work: ReadonlySignal<Work | null>;
  report: ReadonlySignal<LinkedFolderReport | null>;
  chosen: ReadonlySignal<readonly LinkedFolderChange[]>;
  choose(change: LinkedFolderChange, isChosen: boolean): void;
  chooseAll(isChosen: boolean): void;
  compare(): Promise<void>;
  /** Contract: called from a tap or a key, as are `push` and `pull`. */
  allow(): Promise<void>;
  push(): Promise<void>;
  pull(changes: readonly LinkedFolderChange[]): Promise<void>;
  /** `null` if it cannot be shown. */
  diff(path: string): Promise<string | null>;
  disconnect(): Promise<boolean>;
  follow(): () => void;
};

type LinkedFolderApi = {
  linkedFolders: Pick<EngineApi['linkedFolders'], 'review' | 'push' | 'pull' | 'diff' | 'disconnect'>;
  files: Pick<EngineApi['files'], 'list'>;
};

export type FolderReviewDeps = {
  connection: Pick<EngineConnection, 'onEvents'> & { api: LinkedFolderApi };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  offerUndo: FileActions['offerUndo'];
};

/** Every comparison reads all changed files, and an agent changes many in a row. */
const compareEveryMs = 600;

export function createFolderReview(linkedFolder: LinkedFolderInfo, deps: FolderReviewDeps): FolderReview {
  const { name, source, handle } = linkedFolder;
  const { connection, toasts } = deps;
  const { api } = connection;
  const comparison = createComparison(linkedFolder, api, toasts);
  const { review, problem, work, attempt, compare } = comparison;
  const report = signal<LinkedFolderReport | null>(null);
  const selection = signal<ChangeSelection>(new Map());
  const changes = () => review.value?.changes ?? [];
  const chosen = computed(() => changes().filter((change) => isSelected(change, selection.value)));

  async function push(): Promise<void> {
    const choices = chosen.value.map(choiceOf);
    report.value = null;
    if (!(await askAccess(handle, 'readwrite'))) return void (problem.value = 'refused');
    const keepIn = await freeFolder(t('linked-folders.kept-folder', { name }), api);
    const pushed = await attempt('pushing', () => api.linkedFolders.push(name, choices, keepIn));
    if (!pushed) return;
    report.value = pushed;
    selection.value = withoutPaths(selection.value, pushed.done);
    await compare();
  }

  async function pull(wanted: readonly LinkedFolderChange[]): Promise<void> {
    const run = newId('run');
    report.value = null;
    const pulled = await attempt('pulling', () => api.linkedFolders.pull(name, wanted.map(choiceOf), run));
    if (!pulled) return;
    if (pulled.left.length > 0) report.value = { ...pulled, done: [] };
    const count = pulled.done.length;
    if (count > 0) deps.offerUndo(run, t('linked-folders.fetched', { name: source, count }));
    selection.value = withoutPaths(selection.value, pulled.done);
    await compare();
  }

  return {
    ...{ review, problem, work, report, chosen, compare, push, pull },
    choose: (change, isChosen) => void (selection.value = selectChanges(selection.value, [change], isChosen)),
    chooseAll: (isChosen) => void (selection.value = selectChanges(new Map(), changes(), isChosen)),
    async allow() {
      problem.value = (await askAccess(handle, 'read')) ? null : 'refused';
      await compare();
    },
    async diff(path) {
      const answer = await toasts.attempt(api.linkedFolders.diff(name, path));
      return answer?.ok ? answer.value : null;
    },
    async disconnect() {
      const done = await toasts.attempt(api.linkedFolders.disconnect(name).then(() => true));
      if (done) toasts.show(t('linked-folders.disconnected', { name: source }));
      return done ?? false;
    },
    follow: () => followFiles(connection.onEvents, compareEveryMs, () => void compare()),
  };
}

/** The comparison of both sides, and the one piece of work that may run at a time. */
function createComparison(
  { name, handle }: LinkedFolderInfo,
  api: LinkedFolderApi,
  toasts: Pick<Toasts, 'attempt'>,
) {
  const review = signal<LinkedFolderReview | null>(null);
  const problem = signal<LinkedFolderFault | 'asking' | null>(null);
  const work = signal<Work | null>(null);
  /** Something changed while both sides were compared. */
  const stale = { is: false };

  async function attempt<T>(kind: Work, ask: () => Promise<LinkedFolderAnswer<T>>): Promise<T | undefined> {
    work.value = kind;
    const answer = await toasts.attempt(ask());
    work.value = null;
    if (answer?.ok) return answer.value;
    problem.value = answer?.fault ?? 'failed';
    return undefined;
  }

  async function compare(): Promise<void> {
    if (work.value) return void (stale.is = true);
    if (!(await hasAccess(handle, 'read'))) {
      if (problem.value !== 'refused') problem.value = 'asking';
      return;
    }
    problem.value = null;
    Object.assign(stale, { is: false });
    review.value = (await attempt('comparing', () => api.linkedFolders.review(name))) ?? review.value;
    if (stale.is) await compare();
  }

  return { review, problem, work, attempt, compare };
}

function choiceOf({ path, copy, original }: LinkedFolderChange): LinkedFolderChoice {
  return { path, copy, original };
}

async function freeFolder(wanted: string, api: { files: Pick<EngineApi['files'], 'list'> }): Promise<string> {
  const listed = await api.files.list('.');
  return freeName(wanted, listed.ok ? listed.value.map(({ name }) => name) : []);
}
