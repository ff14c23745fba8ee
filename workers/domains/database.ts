/** The database `oneclaw` with the tables of all domains. */
import type { Domain } from '#workers/engine/domain.ts';
import {
  migrationsOf,
  openDatabase as open,
  type Database,
  type DatabaseOptions,
} from '#workers/storage/database.ts';
import { domains } from './index.ts';

const tables = Object.values<Domain<object, never>>(domains).flatMap((domain) => domain.tables ?? []);

export const migrations = migrationsOf(tables);

export function openDatabase(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  return open({ migrations, ...options });
}
