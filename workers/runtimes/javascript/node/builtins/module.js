/* `node:module`. */
const { requireFrom, Module } = inner;
const { fileURLToPath } = require('url');
const names = () => JSON.parse(inner.ask('builtinNames'));
module.exports = Module;
Module.createRequire = (from) => {
  const text = typeof from === 'string' ? from : from.href;
  return requireFrom(text.startsWith('file:') ? fileURLToPath(text) : text.endsWith('/') ? `${text}x` : text);
};
Module.isBuiltin = (name) => names().includes(String(name).replace(/^node:/, ''));
Object.defineProperty(Module, 'builtinModules', { get: names, enumerable: true });
Module.Module = Module;
