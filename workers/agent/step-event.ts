/** What the loop hears while a step is written: a model's events, and what was done to get them. */
import type { JsonObject } from '#shared/json.ts';
import type { Author, Echo, Note, Usage } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { StopReason } from '#workers/contracts/provider.ts';

export type StepEvent =
  | { type: 'text-delta' | 'reasoning-delta'; text: string }
  | { type: 'echo'; of: 'text' | 'reasoning'; echo: Echo }
  | { type: 'call'; id: string; name: string; arguments: JsonObject | string; echo?: Echo }
  /** Of one request; a step may take several. `cost` in US dollars. */
  | { type: 'usage'; usage: Usage; cost?: number }
  | { type: 'retry'; error: ModelError; seconds: number }
  | { type: 'note'; note: Note }
  /** What came so far does not count: the reply begins anew, maybe by another model. */
  | { type: 'restart'; note: Note; author?: Author }
  | { type: 'stop'; reason: StopReason }
  | { type: 'error'; error: ModelError };
