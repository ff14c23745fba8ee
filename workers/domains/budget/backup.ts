/** The daily budget in a backup, and what each day has cost. */
import * as v from 'valibot';
import type { Budget } from '#shared/agents/agent.ts';
import type { BackupPart, SettingPart } from '#workers/contracts/backup-part.ts';
import type { Spent } from '#shared/runs/spent.ts';
import type { Database } from '#workers/storage/database.ts';
import { put } from '#workers/storage/write.ts';
import { settingPart } from '../backup/setting-part.ts';
import { amount, record, table } from '../backup/shape.ts';
import { budgetShape } from './budget-shape.ts';
import { nameOfDay } from './spending.ts';

export function budgetInBackup({ database }: { database: Database }): readonly BackupPart[] {
  return [
    settingPart<Budget>({
      ...{ field: 'dayBudget', key: 'day-budget', shape: budgetShape, database },
      changes: (budget, here = {}) => [
        ...(budget.tokens === here.tokens
          ? []
          : [{ name: 'day-tokens' as const, values: fromTo(here.tokens, budget.tokens) }]),
        ...(budget.cost === here.cost
          ? []
          : [{ name: 'day-cost' as const, values: fromTo(here.cost, budget.cost) }]),
      ],
    }),
    spentPart(database),
  ];
}

function fromTo(from: number | undefined, to: number | undefined): Record<'from' | 'to', number | null> {
  return { from: from ?? null, to: to ?? null };
}

const prefix = 'spent-';
const spentShape = record<Spent>({ tokens: amount, cost: amount });

/** The cost of each day. Imported only for days of which nothing is stored here. */
function spentPart(database: Database, now: () => Date = () => new Date()): SettingPart {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const daysHere = async () => new Set(await database.getAllKeys('settings', range));
  return {
    field: 'spent',
    async collect() {
      const { store } = database.transaction('settings');
      const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      const days = keys.flatMap((key, at) => {
        const value = values[at];
        return v.is(spentShape, value) ? [[key.slice(prefix.length), value] as const] : [];
      });
      return Object.fromEntries(days);
    },
    async check(value) {
      const today = nameOfDay(now());
      // Spending in the future would use up the budget of days to come.
      const isPast = (day: string) => isDay(day) && day <= today;
      if (!v.is(table(spentShape), value) || !Object.keys(value).every(isPast)) return undefined;
      const here = await daysHere();
      const added = Object.entries(value).filter(([day]) => !here.has(prefix + day));
      if (added.length === 0) return { changes: [] };
      const sum = (field: keyof Spent) => added.reduce((total, [, spent]) => total + spent[field], 0);
      const values = { count: added.length, tokens: sum('tokens'), cost: sum('cost') };
      return {
        changes: [{ name: 'spent', values }],
        batch: () => ({
          items: () =>
            added.map(([day, spent]) => ({
              isNew: true,
              writes: [put('settings', prefix + day, { tokens: spent.tokens, cost: spent.cost })],
            })),
        }),
      };
    },
  };
}

/** Such as `2026-11-22`. */
function isDay(name: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(name) && !Number.isNaN(Date.parse(`${name}T00:00:00Z`));
}
