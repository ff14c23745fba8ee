/** Entry of the engine worker: wiring only, and no top-level await, which would lose the page's first messages. */
// Comlink: typed calls over postMessage.
import { expose } from 'comlink';
import { createEngineApi } from './composition/api.ts';
import { openEngine } from './composition/open-engine.ts';
import { nameEngineLock } from './engine/events/watch-tabs.ts';

const lock = nameEngineLock();

// A newer version of the app wants the database: this engine ends, and the one the page starts next says so.
const engine = openEngine(lock, () => self.close());
// `boot` reports why; without this a failure before `boot` would count as unhandled.
engine.catch(() => undefined);

// A call that the browser could not deserialise (`null` in Chromium) has no id to be answered by: the page is told.
const tellUnread = () => self.postMessage(null);
self.addEventListener('messageerror', tellUnread);
self.addEventListener('message', ({ data }) => data === null && tellUnread());

expose(createEngineApi(engine, lock));
