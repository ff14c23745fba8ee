/* `files`: the workspace. */
({ host, define, content }) => {
  const parsed = async (answer) => JSON.parse(await answer);
  define('files', {
    read: (path) => host('readText', String(path)),
    readBytes: async (path) => new Uint8Array(await host('readBytes', String(path))),
    write: (path, value) => host('write', String(path), content(value)),
    append: (path, value) =>
      host(
        'append',
        String(path),
        typeof value === 'object' && value !== null ? content(value) : String(value),
      ),
    list: (path = '.') => parsed(host('list', String(path))),
    walk: (path = '.') => parsed(host('walk', String(path))),
    stat: (path) => parsed(host('stat', String(path))),
    makeDirectory: (path) => host('makeDirectory', String(path)),
    move: (from, to) => host('move', String(from), String(to)),
    remove: (path, { recursive = false } = {}) => host('remove', String(path), recursive),
  });
};
