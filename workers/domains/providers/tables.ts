/** The table of providers; their keys are in the vault. */
import type { ProviderId } from '#shared/ids.ts';
import type { ProviderKind, TraitOverrides } from '#shared/models/provider.ts';
import type { Table } from '#workers/contracts/table.ts';

export type ProviderRecord = {
  id: ProviderId;
  kind: ProviderKind;
  label: string;
  baseUrl?: string;
  model: string;
  /** The user's overrides of the model's traits; absent in records of older versions. */
  traits?: TraitOverrides;
  /** Milliseconds since the epoch. */
  created: number;
};

declare module '../../storage/database.ts' {
  interface Schema {
    providers: { key: ProviderId; value: ProviderRecord };
  }
}

export const tables: readonly Table[] = [{ name: 'providers', since: 1, keyPath: 'id' }];
