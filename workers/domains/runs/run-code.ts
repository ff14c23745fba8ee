/** The code of runs as one file of the build, loaded with the first run, and the type of its dependencies. */
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { createAdoption, type AdoptDeps } from './adopt-runs.ts';
import type { KeepDeps } from './keep-attachments.ts';
import { resumeUnfinished } from './resume-runs.ts';
import { regenerate, sendMessage } from './start-run.ts';

export type RunDeps = AdoptDeps &
  KeepDeps & {
    blobs: BlobStore;
    sessions: SessionStore;
    bus: Pick<EventBus, 'post' | 'announce'>;
  };

export const runCode = { createAdoption, regenerate, resumeUnfinished, sendMessage };
