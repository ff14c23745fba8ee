/** An event of one step: those of the model, and what `createModelRequester` did to get the reply. */
import type { JsonObject } from '#shared/json.ts';
import type { Author, Echo, Note, Usage } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { StopReason } from '#workers/contracts/provider.ts';

export type StepEvent =
  | { type: 'text-delta' | 'reasoning-delta'; text: string }
  | { type: 'echo'; of: 'text' | 'reasoning'; echo: Echo }
  | { type: 'call'; id: string; name: string; arguments: JsonObject | string; echo?: Echo }
  /** Of one request; a step may take several. `cost` in US dollars, if the prices are known. */
  | { type: 'usage'; usage: Usage; cost?: number }
  | { type: 'retry'; error: ModelError; seconds: number }
  | { type: 'note'; note: Note }
  /** Discards the reply so far: it starts again, maybe from another model. No note: nothing that the user must know. */
  | { type: 'restart'; note?: Note; author?: Author }
  | { type: 'stop'; reason: StopReason; detail?: string }
  | { type: 'error'; error: ModelError };
