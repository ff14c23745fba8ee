/** Entry of the engine worker: wiring only, and no top-level await, which would lose the page's first messages. */
// Comlink: typed calls over postMessage.
import { expose } from 'comlink';
import { createEngineApi } from './composition/api.ts';
import { openEngine } from './composition/open-engine.ts';
import { nameEngineLock } from './engine/events/watch-tabs.ts';

const lock = nameEngineLock();

// A newer version of the app must upgrade the database: this worker closes, and the engine that the page
// starts next reports `newer_database`.
const engine = openEngine(lock, () => self.close());
// `boot` reports why; without this a failure before `boot` would count as unhandled.
engine.catch(() => undefined);

// A call that the browser could not deserialise (its data is `null` in Chromium) has no id to reply to:
// `null` tells the page that a call failed.
const tellUnread = () => self.postMessage(null);
self.addEventListener('messageerror', tellUnread);
self.addEventListener('message', ({ data }) => data === null && tellUnread());

expose(createEngineApi(engine, lock));
