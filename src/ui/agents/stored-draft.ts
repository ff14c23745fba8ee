/** Unsaved changes to an agent, in local storage: they survive leaving the form, a reload and a crash. */
import type { AgentId } from '#shared/ids.ts';
import { readLocal, writeLocal } from '#src/state/base/local-store.ts';
import { deserialize, serialize, type AgentFields } from './agent-draft.ts';

const keyOf = (id: AgentId | null) => `agent-draft.${id ?? 'new'}`;

export function storeDraft(id: AgentId | null, fields: AgentFields | null): void {
  writeLocal(keyOf(id), fields && serialize(fields));
}

export function storedDraft(id: AgentId | null): AgentFields | null {
  try {
    return deserialize(readLocal(keyOf(id)));
  } catch {
    // Not a valid draft; the stored agent is used.
    return null;
  }
}
