/** Reserves the most that a request may cost from the daily budget, which requests of all tabs share. */
import type { Budget } from '#shared/agents/agent.ts';
import { asId, type RunId } from '#shared/ids.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import { shareActiveRuns, sumOf, type ActiveRuns, type BudgetEntry, type OtherTabs } from './other-tabs.ts';
import { createReservations, type Held } from './reservations.ts';

/** Whether what was spent today uses up a budget, together with the reservations `held` of this engine. */
type IsOver<Over> = (spent: Spent, budget: Budget, held: readonly Held[]) => Over | undefined;

/**
 * Reserves the most that a request may cost until `release` is called. If what was spent uses up a budget,
 * reserves nothing and returns `over`. If a budget is used up only together with the reservations of other
 * requests of any tab, waits, because most of them will cost less. Undefined once `signal` aborts. `run`: the one that
 * makes the request.
 */
export type Reserve = <Over>(
  mayCost: Spent,
  isOver: IsOver<Over>,
  signal: AbortSignal,
  run?: RunId,
) => Promise<{ over: Over } | { release(): void } | undefined>;

type Deps = {
  /** The active runs of this engine, and what they have spent. */
  active(): ReadonlyMap<RunId, Spent>;
  /** `committed`: which of these runs are in `spent` already. */
  read(runs: readonly RunId[]): Promise<{ spent: Spent; budget: Budget; committed: ReadonlySet<string> }>;
  otherTabs: OtherTabs;
};

type Request<Over> = { mayCost: Spent; isOver: IsOver<Over>; run: RunId | undefined };
type Wait = { version: number; requests: readonly BudgetEntry[] };
/**
 * `again`: an amount changed while it was read, and may be in no sum. `shared`: there is a budget, so other
 * tabs count.
 */
type Attempt<Over> = { over: Over } | { release(): void } | Wait | 'again' | 'shared';

/** `ended` must be called when the cost of a run is stored. */
export function createReserve(deps: Deps): { reserve: Reserve; ended(run: RunId): void } {
  const { active, otherTabs } = deps;
  const reservations = createReservations();
  const shown = shareActiveRuns(otherTabs, active);

  async function attempt<Over>(
    { mayCost, isOver, run }: Request<Over>,
    isShared: boolean,
  ): Promise<Attempt<Over>> {
    const version = reservations.version();
    const known = await readAmounts(deps, isShared);
    if (!known) return 'shared';
    if (version !== reservations.version() || !known.isCurrent) return 'again';
    const { budget, requests } = known;
    const spent = [known.spent, ...active().values()].reduce(addSpent);
    const over = isOver(spent, budget, []);
    if (over) return { over };
    const reserved = addSpent(reservations.sum(), sumOf(requests));
    if (isOver(addSpent(spent, reserved), budget, reservations.held())) return { version, requests };
    const release = reservations.add(mayCost, run);
    return isShared ? publishReservation(release, mayCost, shown, otherTabs) : { release };
  }

  return {
    async reserve(mayCost, isOver, signal, run) {
      const request = { mayCost, isOver, run };
      while (!signal.aborted) {
        let made = await attempt(request, false);
        if (made === 'shared')
          made = await otherTabs.exclusively(() => attempt(request, true), signal).catch(ifAborted(signal));
        if (typeof made === 'string') continue;
        if (!('version' in made)) return made;
        if (made.version === reservations.version())
          await firstOf(signal, (either) => [
            reservations.change(either),
            otherTabs.change(made.requests, either),
          ]);
      }
      return undefined;
    },
    ended(run) {
      shown.hide(run);
      reservations.changed();
    },
  };
}

/** Shows a reservation to the other tabs. */
async function publishReservation(
  release: () => void,
  mayCost: Spent,
  shown: ActiveRuns,
  { publish }: OtherTabs,
): Promise<{ release(): void }> {
  try {
    await shown.publish();
    const hide = await publish('request', crypto.randomUUID(), mayCost);
    return {
      release() {
        release();
        // Publishes the real cost of the request before its reservation is removed.
        shown
          .publish()
          .finally(hide)
          .catch((error: unknown) => console.error(error));
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** What was spent, without this engine's active runs; undefined if there is a budget but no `isShared`. */
async function readAmounts({ read, otherTabs }: Deps, isShared: boolean) {
  const entries = async () => (isShared ? otherTabs.entries() : []);
  const before = await entries();
  const runs = before.filter(({ kind }) => kind === 'run');
  const { spent, budget, committed } = await read(runs.map(({ id }) => asId<'run'>(id)));
  if (!isShared && (budget.tokens !== undefined || budget.cost !== undefined)) return undefined;
  return {
    budget,
    spent: addSpent(spent, sumOf(runs.filter(({ id }) => !committed.has(id)))),
    requests: before.filter(({ kind }) => kind === 'request'),
    isCurrent: namesOf(before) === namesOf(await entries()),
  };
}

/** Resolves when the first promise does, and aborts the waiting of the others. */
async function firstOf(
  signal: AbortSignal,
  begin: (signal: AbortSignal) => readonly Promise<void>[],
): Promise<void> {
  const over = new AbortController();
  await Promise.race(begin(AbortSignal.any([signal, over.signal])));
  over.abort();
}

const namesOf = (entries: readonly BudgetEntry[]) =>
  entries
    .map(({ name }) => name)
    .sort()
    .join('\n');

/** Not an error: the loop in `reserve` checks the signal itself. */
const ifAborted = (signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted) return 'again' as const;
  throw error;
};
