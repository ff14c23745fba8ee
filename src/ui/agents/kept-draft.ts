/** Changes to an agent that are not saved yet; they outlive leaving the form, a reload and a crash. */
import type { AgentId } from '#shared/ids.ts';
import { readLocal, writeLocal } from '#src/state/base/local-store.ts';
import { deserialize, serialize, type AgentFields } from './agent-draft.ts';

const keyOf = (id: AgentId | null) => `agent-draft.${id ?? 'new'}`;

export function keepDraft(id: AgentId | null, fields: AgentFields | null): void {
  writeLocal(keyOf(id), fields && serialize(fields));
}

export function keptDraft(id: AgentId | null): AgentFields | null {
  try {
    return deserialize(readLocal(keyOf(id)));
  } catch {
    // Someone else wrote there; the stored agent is what counts.
    return null;
  }
}
