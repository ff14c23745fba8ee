/**
 * Removes the global APIs of a worker, so that a tool can use only the ports it was granted. This happens
 * when the module is imported; the entry module imports it first, before any tool module is evaluated.
 */

const globals = [
  'fetch',
  'fetchLater',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'BroadcastChannel',
  'indexedDB',
  'caches',
  'cookieStore',
  'crossOriginStorage',
  'Worker',
  'SharedWorker',
  'importScripts',
  'Notification',
  'RTCPeerConnection',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'webkitResolveLocalFileSystemURL',
  'webkitResolveLocalFileSystemSyncURL',
];

const ofNavigator = [
  'storage',
  'locks',
  'storageBuckets',
  'serviceWorker',
  'permissions',
  'usb',
  'serial',
  'hid',
  'gpu',
  'connection',
];

for (const name of globals) removeGlobal(globalThis, name);
for (const name of ofNavigator) removeGlobal(navigator, name);

/** A member may be on the object or on its prototype chain; one that cannot be deleted is shadowed. */
function removeGlobal(target: object, name: string): void {
  for (let owner: object | null = target; owner; owner = Reflect.getPrototypeOf(owner)) {
    Reflect.deleteProperty(owner, name);
  }
  if (Reflect.get(target, name) === undefined) return;
  if (!Reflect.defineProperty(target, name, { value: undefined })) {
    throw new Error(`The browser does not let the tool host give up '${name}', so it does not start.`);
  }
}
