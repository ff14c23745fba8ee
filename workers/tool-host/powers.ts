/**
 * Takes the ambient powers of a worker away, so that a tool holds only the ports it was granted. It works when it is
 * imported, and the entry imports it first, because then no tool module was evaluated with the powers still there.
 */

/** Kept for the file port alone: writes to one file are ordered, across tabs too. */
export const locks = navigator.locks;

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

for (const name of globals) removePower(globalThis, name);
for (const name of ofNavigator) removePower(navigator, name);

/** Members may live on the object or anywhere on its prototype chain; what cannot be deleted is hidden. */
function removePower(target: object, name: string): void {
  for (let owner: object | null = target; owner; owner = Reflect.getPrototypeOf(owner)) {
    Reflect.deleteProperty(owner, name);
  }
  if (Reflect.get(target, name) === undefined) return;
  if (!Reflect.defineProperty(target, name, { value: undefined })) {
    throw new Error(`The browser does not let the tool host give up '${name}', so it does not start.`);
  }
}
