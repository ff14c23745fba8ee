/**
 * Runs inside QuickJS before a script: builds `console`, timers, `files`, `fetch` and the encodings on one function of the
 * host, which the script itself never sees. Each part is the text of a function that takes what the parts before it
 * returned.
 */
import { asExpression } from '../as-expression.ts';
import binary from './binary.js?raw';
import console from './console.js?raw';
import encodings from './encodings.js?raw';
import fetch from './fetch.js?raw';
import files from './files.js?raw';
import format from './format.js?raw';
import headers from './headers.js?raw';
import inspect from './inspect.js?raw';
import layout from './layout.js?raw';
import require from './require.js?raw';
import timers from './timers.js?raw';
import urlSearchParams from './url-search-params.js?raw';
import url from './url.js?raw';

const parts = [
  ...[binary, layout, inspect, format, console, timers, encodings],
  ...[url, urlSearchParams, files, headers, fetch, require],
];

/** An expression: a function of the host's entry, which returns how a value is shown. */
export const prelude = `(host) => {
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  const made = { host, define };
  for (const part of [${parts.map(asExpression).join(',')}]) Object.assign(made, part(made));
  return made.inspect;
}`;
