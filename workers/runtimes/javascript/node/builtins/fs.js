/* `node:fs` over the files of the host, which reads and writes at once. */
const { ask, host } = inner;
const { Buffer } = require('buffer');
const path = require('path');
const util = require('util');
const { fileURLToPath } = require('url');

const invalid = (name, expected, value) =>
  Object.assign(
    new TypeError(`The "${name}" argument must be ${expected}. Received ${util.describeReceived(value)}`),
    { code: 'ERR_INVALID_ARG_TYPE' },
  );
const at = (place, name = 'path') => {
  const given = place instanceof URL ? fileURLToPath(place) : Buffer.isBuffer(place) ? String(place) : place;
  if (typeof given !== 'string') throw invalid(name, 'of type string or an instance of Buffer or URL', place);
  if (given.includes('\0'))
    throw Object.assign(
      new TypeError(
        `The argument '${name}' must be a string, Uint8Array, or URL without null bytes. Received ${util.inspect(given)}`,
      ),
      { code: 'ERR_INVALID_ARG_VALUE' },
    );
  return path.resolve(given);
};
const optionsOf = (given, more = {}) =>
  typeof given === 'string' ? { ...more, encoding: given } : { ...more, ...given };
/* The paths in an error are those that the script wrote. */
const as = (place, run, to) => {
  try {
    return run();
  } catch (error) {
    for (const [name, written] of [
      ['path', place],
      ['dest', to],
    ])
      if (typeof written === 'string' && error[name] === path.resolve(written) && error[name] !== written) {
        error.message = error.message.replace(`'${error[name]}'`, () => `'${written}'`);
        error[name] = written;
      }
    throw error;
  }
};
const absent = (what, instead) =>
  Object.assign(() => {
    throw new Error(`fs.${what} does not exist here: ${instead}.`);
  });

class Stats {
  constructor({ type, size, modified }) {
    Object.assign(this, { dev: 1, ino: 1, nlink: 1, uid: 1000, gid: 1000, rdev: 0, blksize: 4096 });
    Object.assign(this, { mode: type === 'file' ? 0o100644 : 0o40755, size, blocks: Math.ceil(size / 512) });
    for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) {
      this[`${name}Ms`] = modified;
      this[name] = new Date(modified);
    }
  }
  isFile() {
    return (this.mode & 0o170000) === 0o100000;
  }
  isDirectory() {
    return !this.isFile();
  }
}
class Dirent {
  constructor(name, parentPath, type) {
    Object.assign(this, { name, parentPath, path: parentPath });
    Object.defineProperty(this, 'type', { value: type });
  }
  isFile() {
    return this.type === 'file';
  }
  isDirectory() {
    return this.type === 'directory';
  }
}
for (const name of ['isSymbolicLink', 'isFIFO', 'isSocket', 'isBlockDevice', 'isCharacterDevice'])
  for (const made of [Stats, Dirent])
    Object.defineProperty(made.prototype, name, { value: () => false, writable: true, configurable: true });

const encoded = (bytes, encoding) => {
  const buffer = Buffer.from(bytes);
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
};
const content = (data, encoding) => {
  if (typeof data === 'string') return Buffer.from(data, encoding ?? 'utf8');
  if (ArrayBuffer.isView(data)) return data;
  throw invalid('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
};
const isInput = (place) => place === 0 || place === '/dev/stdin';

const sync = {
  readFile(place, options) {
    const { encoding } = optionsOf(options);
    if (isInput(place)) return encoded(Buffer.from(host('readInput')), encoding);
    return as(place, () => encoded(ask('fsRead', at(place)), encoding));
  },
  writeFile(place, data, options) {
    const { encoding, flag = 'w' } = optionsOf(options);
    if (place === 1 || place === 2 || place === '/dev/stdout' || place === '/dev/stderr')
      return void host('print', String(place).match(/2|err/) ? 'stderr' : 'stdout', String(data));
    as(place, () => ask('fsWrite', at(place), inner.bufferOf(content(data, encoding)), flag));
  },
  appendFile: (place, data, options) => sync.writeFile(place, data, optionsOf(options, { flag: 'a' })),
  stat(place, { throwIfNoEntry = true } = {}) {
    try {
      return as(place, () => new Stats(JSON.parse(ask('fsStat', at(place), 'stat'))));
    } catch (error) {
      if (throwIfNoEntry || error.code !== 'ENOENT') throw error;
    }
  },
  access: (place) => void as(place, () => ask('fsStat', at(place), 'access')),
  readdir(place, options) {
    const { withFileTypes = false, recursive = false } = optionsOf(options);
    const list = (folder, below) =>
      JSON.parse(ask('fsList', folder)).flatMap(([name, type]) => {
        const inside = path.join(below, name);
        const own = withFileTypes ? new Dirent(name, path.join(String(place), below), type) : inside;
        const more = recursive && type === 'directory' ? list(path.join(folder, name), inside) : [];
        return [own, ...more];
      });
    return as(place, () => list(at(place), ''));
  },
  mkdir(place, options) {
    const { recursive = false } = typeof options === 'object' && options !== null ? options : {};
    const made = as(place, () => ask('fsMakeFolder', at(place), recursive));
    if (!recursive || made === '') return undefined;
    return path.isAbsolute(String(place)) ? made : path.relative(process.cwd(), made);
  },
  mkdtemp(prefix) {
    const made = `${prefix}${Math.random().toString(36).slice(2, 8).padEnd(6, 'x')}`;
    sync.mkdir(made);
    return made;
  },
  rename: (from, to) => void as(from, () => ask('fsRename', at(from, 'oldPath'), at(to, 'newPath')), to),
  copyFile: (from, to, mode = 0) =>
    void as(from, () => ask('fsCopy', at(from, 'src'), at(to, 'dest'), (mode & 1) === 1)),
  cp(from, to, { recursive = false, force = true, errorOnExist = false } = {}) {
    if (!sync.stat(from).isDirectory()) {
      if (!force && sync.exists(to)) {
        if (errorOnExist) sync.copyFile(from, to, 1);
        return;
      }
      sync.mkdir(path.dirname(String(to)), { recursive: true });
      return sync.copyFile(from, to);
    }
    if (!recursive)
      throw Object.assign(
        new Error(
          `Recursive option not enabled, cannot copy a directory: cp returned EISDIR (${from} is a directory (not copied)) ${from}`,
        ),
        { code: 'ERR_FS_EISDIR' },
      );
    sync.mkdir(to, { recursive: true });
    for (const name of sync.readdir(from))
      sync.cp(path.join(from, name), path.join(to, name), { recursive, force, errorOnExist });
  },
  unlink: (place) => void as(place, () => ask('fsUnlink', at(place))),
  rmdir(place, { recursive = false } = {}) {
    as(place, () => ask(recursive ? 'fsRemoveTree' : 'fsRemoveFolder', at(place)));
  },
  rm(place, { recursive = false, force = false } = {}) {
    const found = sync.stat(place, { throwIfNoEntry: false });
    if (!found) {
      if (force) return;
      as(place, () => ask('fsStat', at(place), 'rm'));
    }
    if (found.isDirectory() && !recursive)
      throw Object.assign(
        new Error(`Path is a directory: rm returned EISDIR (is a directory) ${at(place)}`),
        {
          code: 'ERR_FS_EISDIR',
        },
      );
    as(place, () => ask('fsRemoveTree', at(place)));
  },
  truncate(place, length = 0) {
    const old = sync.readFile(place);
    sync.writeFile(
      place,
      Buffer.concat([old.subarray(0, length), Buffer.alloc(Math.max(0, length - old.length))]),
    );
  },
  utimes: (place, _, modified) =>
    void as(place, () =>
      ask('fsTouch', at(place), modified instanceof Date ? modified.getTime() : modified * 1000),
    ),
  realpath(place) {
    sync.access(place);
    return at(place);
  },
  // The workspace keeps no modes.
  chmod: (place) => sync.access(place),
};
sync.lstat = sync.stat;
sync.exists = (place) => {
  try {
    return ask('fsExists', at(place));
  } catch {
    return false;
  }
};

const later =
  (name) =>
  async (...values) =>
    sync[name](...values);
const promises = Object.fromEntries(
  Object.keys(sync)
    .filter((each) => each !== 'exists')
    .map((name) => [name, later(name)]),
);
const withCallback = (name) => {
  const run = (...values) => {
    const done = values.pop();
    if (typeof done !== 'function') throw invalid('cb', 'of type function', done);
    const answer = name === 'exists' ? Promise.resolve(sync.exists(...values)).then(done) : undefined;
    if (!answer)
      promises[name](...values).then(
        (value) => setTimeout(done, 0, null, value),
        (error) => setTimeout(done, 0, error),
      );
  };
  if (name !== 'exists') run[util.promisify.custom] = promises[name];
  return run;
};

const constants = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, COPYFILE_EXCL: 1, COPYFILE_FICLONE: 2 };
Object.assign(promises, { constants });
promises.open = absent('promises.open', 'use readFile and writeFile');
for (const name of Object.keys(sync)) {
  exports[name] = withCallback(name);
  exports[`${name}Sync`] = sync[name];
}
exports.realpathSync.native = exports.realpathSync;
exports.writeSync = (descriptor, data) => {
  if (descriptor !== 1 && descriptor !== 2)
    absent('writeSync to a file', 'use writeFileSync or appendFileSync')();
  sync.writeFile(descriptor, data);
  return Buffer.byteLength(String(data));
};
const whole = 'files are read and written whole: use readFile and writeFile';
for (const name of [
  'open',
  'openSync',
  'close',
  'closeSync',
  'read',
  'readSync',
  'write',
  'createReadStream',
  'createWriteStream',
  'opendir',
  'opendirSync',
])
  exports[name] = absent(name, whole);
for (const name of ['watch', 'watchFile'])
  exports[name] = absent(name, 'a script ends by itself; read the file again in the next one');
for (const name of ['symlink', 'symlinkSync', 'link', 'linkSync', 'readlink', 'readlinkSync'])
  exports[name] = absent(name, 'the workspace has no links');
Object.assign(exports, { promises, constants, Stats, Dirent, ...constants });
