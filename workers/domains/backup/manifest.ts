/** The first file of a backup: its format, its version, and what wrote it when. */
import * as v from 'valibot';
import { positive, record, text, time } from './shape.ts';

export type Manifest = { format: 'oneclaw-backup'; version: number; app: string; created: number };

export const manifestShape = record<Manifest>({
  format: v.literal('oneclaw-backup'),
  version: positive,
  app: text(),
  created: time,
});
