/** What is kept between beats: what this day has cost, what was looked at last, and which list the user accepted. */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { SessionId } from '#shared/ids.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import { nameOfDay } from '#workers/domains/budget/spending.ts';
import type { Database } from '#workers/storage/database.ts';

export type BeatState = {
  /** The local day of `spent`. */
  day: string;
  spent: Spent;
  /** The chats in it, so that none is counted twice if a tab dies meanwhile. */
  counted: readonly SessionId[];
  /** When the list was looked at last, and what it said. */
  looked?: { at: number; list: string };
  /** The list that the user accepted. */
  accepted?: string;
};

type Kept = { database: Database; now(): number };

const setting = 'heartbeat';
/** Of the last days: a run that waits for the user may end days later. */
const mostCounted = 300;

export async function readBeatState({ database, now }: Kept): Promise<BeatState> {
  return readState(await database.get('settings', setting), now());
}

async function changeState({ database, now }: Kept, change: (state: BeatState) => BeatState): Promise<void> {
  const transaction = database.transaction('settings', 'readwrite');
  const state = change(readState(await transaction.store.get(setting), now()));
  await transaction.store.put(toJson(state), setting);
  await transaction.done;
}

/** Once for each chat: a beat has a chat of its own. */
export function addCost(session: SessionId, spent: Spent, kept: Kept): Promise<void> {
  return changeState(kept, (state) => {
    if (state.counted.includes(session)) return state;
    const counted = [...state.counted, session].slice(-mostCounted);
    return { ...state, counted, spent: addSpent(state.spent, spent) };
  });
}

export function keepLook(looked: { at: number; list: string }, kept: Kept): Promise<void> {
  return changeState(kept, (state) => ({ ...state, looked }));
}

export function keepAccepted(accepted: string, kept: Kept): Promise<void> {
  return changeState(kept, (state) => ({ ...state, accepted }));
}

function toJson({ day, spent, counted, looked, accepted }: BeatState): Json {
  return {
    ...{ day, spent, counted: [...counted] },
    ...(looked ? { looked } : {}),
    ...(accepted === undefined ? {} : { accepted }),
  };
}

function readState(stored: Json | undefined, now: number): BeatState {
  const day = nameOfDay(new Date(now));
  const none = { tokens: 0, cost: 0 };
  if (!isJsonObject(stored)) return { day, spent: none, counted: [] };
  const { spent, counted, looked, accepted } = stored;
  const amount = (value: Json | undefined) => (typeof value === 'number' && value >= 0 ? value : 0);
  const isOfToday = stored.day === day && isJsonObject(spent);
  const isText = (value: Json) => typeof value === 'string';
  return {
    day,
    spent: isOfToday ? { tokens: amount(spent.tokens), cost: amount(spent.cost) } : none,
    counted: Array.isArray(counted) ? (counted.filter(isText) as SessionId[]) : [],
    ...(isLook(looked) ? { looked: { at: looked.at, list: looked.list } } : {}),
    ...(typeof accepted === 'string' ? { accepted } : {}),
  };
}

function isLook(value: Json | undefined): value is { at: number; list: string } {
  return isJsonObject(value) && typeof value.at === 'number' && typeof value.list === 'string';
}
