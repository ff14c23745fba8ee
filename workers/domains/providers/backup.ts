/** Providers in a backup, without their keys, and the default one. */
import * as v from 'valibot';
import type { ProviderId } from '#shared/ids.ts';
import { visibleName } from '#shared/invisible.ts';
import { guideId } from '#shared/models/guide-id.ts';
import {
  providerKinds,
  type ModelTraits,
  type ProviderKind,
  type TraitOverrides,
} from '#shared/models/provider.ts';
import { wayValues } from '#shared/models/ways.ts';
import type { PlannedChange } from '#shared/rpc/backup.ts';
import type { BackupPart, SettingPart, Write } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { put, remove } from '#workers/storage/write.ts';
import { recordList } from '../backup/record-list.ts';
import { amount, id, positive, record, text, type Schema } from '../backup/shape.ts';
import { checkDraft } from './check-provider.ts';
import { normaliseBaseUrl } from './store.ts';
import type { ProviderRecord } from './tables.ts';

/** A provider without its key and its creation time; a new provider is created at the time of the import. */
type Kept = Omit<ProviderRecord, 'created'>;

const providerKind: Schema<ProviderKind> = v.picklist(providerKinds);

const prices = record<NonNullable<ModelTraits['prices']>>({
  input: amount,
  output: amount,
  cacheRead: v.optional(amount),
  cacheWrite: v.optional(amount),
});

const shape = record<Kept>({
  id: id(),
  kind: providerKind,
  label: text(),
  baseUrl: v.optional(text()),
  model: text(),
  traits: v.optional(
    record<TraitOverrides>({
      contextTokens: v.optional(positive),
      outputTokens: v.optional(positive),
      tools: v.optional(v.boolean()),
      images: v.optional(v.boolean()),
      documents: v.optional(v.boolean()),
      reasoning: v.optional(v.boolean()),
      toolTokens: v.optional(amount),
      returnsThoughts: v.optional(v.boolean()),
      systemRole: v.optional(v.picklist(wayValues.systemRole)),
      limitName: v.optional(v.picklist(wayValues.limitName)),
      toolStyle: v.optional(v.picklist(wayValues.toolStyle)),
      toolList: v.optional(v.picklist(wayValues.toolList)),
      searchesTools: v.optional(v.literal(false)),
      prices: v.optional(prices),
    }),
  ),
});

export function providersInBackup({ database }: { database: Database }): readonly BackupPart[] {
  return [
    recordList<Kept>({
      ...{ name: 'providers', file: 'providers.json', shape, check: checkDraft, changes },
      collect: async () => (await database.getAll('providers')).map(withoutTime),
      async find(wanted) {
        const stored = await database.get('providers', wanted);
        return stored && withoutTime(stored);
      },
      writes: (value, here) => writes(value, here, database),
    }),
    defaultPart(database),
  ];
}

function withoutTime({ created: _, ...kept }: ProviderRecord): Kept {
  return kept;
}

/** Copies field by field, so that no key of the file is saved. A new address deletes the stored key. */
async function writes(
  { id: provider, kind, label, baseUrl = '', model, traits }: Kept,
  here: Kept | undefined,
  database: Database,
): Promise<Write[]> {
  const address = normaliseBaseUrl(baseUrl);
  const stored = {
    ...{ id: provider, kind, label: visibleName(label), baseUrl: address, model: model.trim() },
    ...(traits && { traits }),
    created: (await database.get('providers', provider))?.created ?? Date.now(),
  };
  const isElsewhere = here !== undefined && here.baseUrl !== address;
  return [put('providers', provider, stored), ...(isElsewhere ? [remove('secrets', provider)] : [])];
}

/** The changes for the preview: addresses and models that chats would be sent to. */
function changes({ label, model, baseUrl = '' }: Kept, here: Kept | undefined): PlannedChange[] {
  const values = { name: label, to: baseUrl };
  if (!here) return baseUrl === '' ? [] : [{ name: 'provider-added', values }];
  return [
    ...(here.baseUrl === baseUrl
      ? []
      : [
          {
            name: 'provider-address' as const,
            with: 'replace' as const,
            values: { name: here.label, to: baseUrl, from: here.baseUrl ?? null },
          },
        ]),
    ...(here.model === model
      ? []
      : [
          {
            name: 'provider-model' as const,
            with: 'replace' as const,
            values: { name: here.label, to: model, from: here.model },
          },
        ]),
  ];
}

const key = 'default-provider';

/** The default model of new chats. Imported if no default is set, or if the user chose to replace what differs. */
function defaultPart(database: Database): SettingPart {
  async function stored(): Promise<ProviderId | undefined> {
    const value = await database.get('settings', key);
    return v.is(id<ProviderId>(), value) && (await database.getKey('providers', value)) ? value : undefined;
  }
  return {
    field: 'defaultProvider',
    collect: stored,
    async check(value) {
      if (!v.is(id<ProviderId>(), value)) return undefined;
      const here = await stored();
      if (here === value || value === guideId) return { changes: [] };
      const from = here ? ((await database.get('providers', here))?.label ?? null) : null;
      return {
        changes: here ? [{ name: 'default-provider', with: 'replace', values: { from } }] : [],
        batch: (existing) => ({
          // The providers of the backup are stored by now.
          items: async () =>
            (await database.getKey('providers', value)) && (!here || existing === 'replace')
              ? [{ isNew: false, writes: [put('settings', key, value)] }]
              : [],
        }),
      };
    },
  };
}
