/* `node:os`. */
Object.assign(exports, { EOL: '\n', devNull: '/dev/null', constants: { signals: {} } });
const facts = {
  platform: 'linux',
  type: 'Linux',
  arch: 'wasm32',
  machine: 'wasm32',
  release: '6.0.0-oneclaw',
  version: '#1',
  hostname: 'localhost',
  homedir: '/workspace',
  tmpdir: '/tmp',
  endianness: 'LE',
  availableParallelism: 1,
  totalmem: 128 * 1024 * 1024,
  freemem: 64 * 1024 * 1024,
  uptime: 0,
  loadavg: [0, 0, 0],
  cpus: [{ model: 'WebAssembly', speed: 0 }],
  networkInterfaces: {},
};
for (const [name, value] of Object.entries(facts)) exports[name] = () => value;
exports.userInfo = () => ({
  uid: 1000,
  gid: 1000,
  username: 'user',
  homedir: '/workspace',
  shell: '/bin/bash',
});
