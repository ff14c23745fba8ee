/** The state between beats: the day's cost, the list that was looked at last, and the accepted list. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { SessionId } from '#shared/ids.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import { nameOfDay } from '#workers/domains/budget/spending.ts';
import type { Database } from '#workers/storage/database.ts';

export type BeatState = {
  /** The cost of this local day. */
  spent: Spent;
  /** The cost of earlier days, and of later ones if the clock was set back. */
  others: Readonly<Record<string, Spent>>;
  /** The chats that are counted, so that none is counted twice if a tab dies meanwhile. */
  counted: readonly SessionId[];
  /** When the list was looked at last, and its text. */
  looked?: { at: number; list: string };
  /** The list that the user accepted. */
  accepted?: string;
};

type BeatStateDeps = { database: Database; now(): number };

const setting = 'heartbeat';
/** How many days are kept, so that a clock that is set back and forth spends no day's budget twice. */
const maxDays = 31;
/** How many chats are kept: a run that waits for the user may end days later. */
const maxCounted = 300;

export async function readBeatState({ database, now }: BeatStateDeps): Promise<BeatState> {
  return readState(await database.get('settings', setting), now());
}

async function changeState(
  { database, now }: BeatStateDeps,
  change: (state: BeatState) => BeatState,
): Promise<void> {
  const transaction = database.transaction('settings', 'readwrite');
  const at = now();
  const state = change(readState(await transaction.store.get(setting), at));
  await transaction.store.put(toJson(state, at), setting);
  await transaction.done;
}

/** Adds a cost once for each chat; every beat has a chat of its own. */
export function addCost(session: SessionId, spent: Spent, deps: BeatStateDeps): Promise<void> {
  return changeState(deps, (state) => {
    if (state.counted.includes(session)) return state;
    const counted = [...state.counted, session].slice(-maxCounted);
    return { ...state, counted, spent: addSpent(state.spent, spent) };
  });
}

export function saveReview(looked: { at: number; list: string }, deps: BeatStateDeps): Promise<void> {
  return changeState(deps, (state) => ({ ...state, looked }));
}

export function saveAcceptedList(accepted: string, deps: BeatStateDeps): Promise<void> {
  return changeState(deps, (state) => ({ ...state, accepted }));
}

function toJson({ spent, others, counted, looked, accepted }: BeatState, now: number): Json {
  // Keeps the days that were written last.
  const kept = Object.entries(others).slice(1 - maxDays);
  return {
    ...{ days: { ...Object.fromEntries(kept), [nameOfDay(new Date(now))]: spent }, counted: [...counted] },
    ...(looked ? { looked } : {}),
    ...(accepted === undefined ? {} : { accepted }),
  };
}

function readState(stored: Json | undefined, now: number): BeatState {
  const none = { tokens: 0, cost: 0 };
  if (!isJsonObject(stored)) return { spent: none, others: {}, counted: [] };
  const { counted, looked, accepted } = stored;
  const { [nameOfDay(new Date(now))]: spent = none, ...others } = readDays(stored);
  const isText = (value: Json) => typeof value === 'string';
  return {
    ...{ spent, others },
    counted: Array.isArray(counted) ? (counted.filter(isText) as SessionId[]) : [],
    ...(isStoredReview(looked) ? { looked: { at: looked.at, list: looked.list } } : {}),
    ...(typeof accepted === 'string' ? { accepted } : {}),
  };
}

/** Older versions stored one day only, in `day` and `spent`. */
function readDays({ days, day, spent }: JsonObject): Record<string, Spent> {
  const all = isJsonObject(days) ? days : typeof day === 'string' ? { [day]: spent ?? null } : {};
  const amount = (value: Json | undefined) => (typeof value === 'number' && value >= 0 ? value : 0);
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, each]) =>
      isJsonObject(each) ? [[name, { tokens: amount(each.tokens), cost: amount(each.cost) }]] : [],
    ),
  );
}

function isStoredReview(value: Json | undefined): value is { at: number; list: string } {
  return isJsonObject(value) && typeof value.at === 'number' && typeof value.list === 'string';
}
