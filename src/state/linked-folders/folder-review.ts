/** The screen of a mount: what is different, what of it the user chose, and what came of writing or fetching it. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import { askAccess, hasAccess } from '#src/page-services/folder-access.ts';
import { newId } from '#shared/ids.ts';
import type {
  MountAnswer,
  MountChange,
  MountFault,
  MountInfo,
  MountReport,
  MountReview,
} from '#shared/rpc/linked-folder.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { FileActions } from '../files/file-actions.ts';
import { freeName } from '../files/file-paths.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type MountState = {
  /** `null` until both sides were compared. */
  review: ReadonlySignal<MountReview | null>;
  /** `asking`: the browser wants a tap before it lets us look. */
  problem: ReadonlySignal<MountFault | 'asking' | null>;
  work: ReadonlySignal<'looking' | 'writing' | 'fetching' | null>;
  report: ReadonlySignal<MountReport | null>;
  chosen: ReadonlySignal<readonly MountChange[]>;
  choose(change: MountChange, isChosen: boolean): void;
  chooseAll(isChosen: boolean): void;
  look(): Promise<void>;
  /** Contract: called from a tap or a key, as are `write` and `fetch`. */
  allow(): Promise<void>;
  write(): Promise<void>;
  fetch(changes: readonly MountChange[]): Promise<void>;
  /** `null` where it cannot be shown. */
  diff(path: string): Promise<string | null>;
  disconnect(): Promise<boolean>;
  follow(): () => void;
};

type MountApi = {
  linkedFolders: Pick<EngineApi['linkedFolders'], 'review' | 'push' | 'pull' | 'diff' | 'disconnect'>;
  files: Pick<EngineApi['files'], 'list'>;
};

export type MountStatePorts = {
  connection: Pick<EngineConnection, 'onEvents'> & { api: MountApi };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  offerUndo: FileActions['offerUndo'];
};

/** By path: what the user ticked by hand, as it was then, and `false` for what they cleared. */
type Touched = ReadonlyMap<string, MountChange | false>;

/** An agent at work changes many files; each look reads all that is new. */
const liveMs = 600;

export function createMountState(mount: MountInfo, ports: MountStatePorts): MountState {
  const { name, source, handle } = mount;
  const { connection, toasts } = ports;
  const { api } = connection;
  const review = signal<MountReview | null>(null);
  const problem = signal<MountFault | 'asking' | null>(null);
  const work = signal<'looking' | 'writing' | 'fetching' | null>(null);
  const report = signal<MountReport | null>(null);
  /** Something changed while both sides were compared. */
  const stale = { is: false };
  const touched = signal<Touched>(new Map());
  const chosen = computed(() =>
    (review.value?.changes ?? []).filter((change) => isChosen(change, touched.value)),
  );

  async function attempt<T>(
    kind: 'looking' | 'writing' | 'fetching',
    ask: () => Promise<MountAnswer<T>>,
  ): Promise<T | undefined> {
    work.value = kind;
    const answer = await toasts.attempt(ask());
    work.value = null;
    if (answer?.ok) return answer.value;
    problem.value = answer?.fault ?? 'failed';
    return undefined;
  }

  async function look(): Promise<void> {
    if (work.value) return void (stale.is = true);
    if (!(await hasAccess(handle, 'read'))) {
      if (problem.value !== 'refused') problem.value = 'asking';
      return;
    }
    problem.value = null;
    Object.assign(stale, { is: false });
    review.value = (await attempt('looking', () => api.linkedFolders.review(name))) ?? review.value;
    if (stale.is) await look();
  }

  async function write(): Promise<void> {
    const choices = chosen.value.map(({ path, copy, original }) => ({ path, copy, original }));
    report.value = null;
    if (!(await askAccess(handle, 'readwrite'))) return void (problem.value = 'refused');
    const keepIn = await freeFolder(t('mounts.kept-folder', { name }), api);
    const written = await attempt('writing', () => api.linkedFolders.push(name, choices, keepIn));
    if (!written) return;
    report.value = written;
    forget(written.done);
    await look();
  }

  async function fetchChanges(changes: readonly MountChange[]): Promise<void> {
    const choices = changes.map(({ path, copy, original }) => ({ path, copy, original }));
    const run = newId('run');
    report.value = null;
    const fetched = await attempt('fetching', () => api.linkedFolders.pull(name, choices, run));
    if (!fetched) return;
    if (fetched.left.length > 0) report.value = { ...fetched, done: [] };
    const count = fetched.done.length;
    if (count > 0) ports.offerUndo(run, t('mounts.fetched', { name: source, count }));
    forget(fetched.done);
    await look();
  }

  /** What was ticked was one change; the next one of the same file is another. */
  function forget(paths: readonly string[]): void {
    touched.value = new Map([...touched.value].filter(([path]) => !paths.includes(path)));
  }

  return {
    ...{ review, problem, work, report, chosen, look, write, fetch: fetchChanges },
    choose(change, isChosen) {
      touched.value = new Map(touched.value).set(change.path, isChosen && change);
    },
    chooseAll(isChosen) {
      touched.value = new Map((review.value?.changes ?? []).map((each) => [each.path, isChosen && each]));
    },
    async allow() {
      problem.value = (await askAccess(handle, 'read')) ? null : 'refused';
      await look();
    },
    async diff(path) {
      const answer = await toasts.attempt(api.linkedFolders.diff(name, path));
      return answer?.ok ? answer.value : null;
    },
    async disconnect() {
      const done = await toasts.attempt(api.linkedFolders.disconnect(name).then(() => true));
      if (done) toasts.show(t('mounts.disconnected', { name: source }));
      return done ?? false;
    },
    follow: () => followFiles(connection, () => void look()),
  };
}

/** A tick is for the change that was on the screen, and not for what the file has become since; a no is for the file. */
function isChosen(change: MountChange, touched: Touched): boolean {
  const answer = touched.get(change.path);
  if (answer === false) return false;
  return (answer !== undefined && isSame(answer, change)) || isHarmless(change);
}

function isSame(one: MountChange, other: MountChange): boolean {
  return (
    one.kind === other.kind &&
    one.outside === other.outside &&
    one.copy === other.copy &&
    one.original === other.original
  );
}

/** Ticked unless the user says otherwise: it takes nothing away from anybody. */
function isHarmless({ kind, outside }: MountChange): boolean {
  return kind !== 'deleted' && outside === null;
}

async function freeFolder(wanted: string, api: { files: Pick<EngineApi['files'], 'list'> }): Promise<string> {
  const listed = await api.files.list('.');
  return freeName(wanted, listed.ok ? listed.value.map(({ name }) => name) : []);
}

function followFiles({ onEvents }: MountStatePorts['connection'], look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = onEvents((events) => {
    if (!events.some((event) => event.type === 'changed' && event.kind === 'files')) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      look();
    }, liveMs);
  });
  return () => {
    leave();
    clearTimeout(timer);
  };
}
