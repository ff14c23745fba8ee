/** The code of runs as one file of the build, loaded with the first run, and the type of its dependencies. */
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { createRunTakeover, type RunTakeoverDeps } from './take-over-runs.ts';
import type { StoreAttachmentsDeps } from './media/store-attachments.ts';
import { resumeUnfinished } from './resume-runs.ts';
import { spawn } from './spawn.ts';
import { addToQueue, startQueued } from './start-queued.ts';
import { regenerate, sendMessage } from './start-run.ts';

export type RunDeps = RunTakeoverDeps &
  StoreAttachmentsDeps & {
    blobs: BlobStore;
    sessions: SessionStore;
    bus: Pick<EventBus, 'post' | 'announce'>;
  };

export const runCode = {
  ...{ addToQueue, createRunTakeover, regenerate, resumeUnfinished, sendMessage, spawn, startQueued },
};
