/**
 * Runs inside QuickJS before a script: builds `console`, timers, `files`, `fetch` and the encodings on a
 * single host function that the script cannot access. Each part is the source of a function that receives the
 * results of the previous parts.
 */
import { asExpression } from '../as-expression.ts';
import binary from './binary.js?raw';
import console from './console.js?raw';
import encodings from './encodings.js?raw';
import fetch from './fetch.js?raw';
import files from './files.js?raw';
import format from './format.js?raw';
import headers from './headers.js?raw';
import intlClasses from './intl/classes.js?raw';
import intlKeys from './intl/keys.js?raw';
import intlMethods from './intl/methods.js?raw';
import intlMore from './intl/segments-and-locales.js?raw';
import toLocale from './intl/to-locale.js?raw';
import inspect from './inspect.js?raw';
import layout from './layout.js?raw';
import node from './node.js?raw';
import encode from './session/encode.js?raw';
import keep from './session/keep.js?raw';
import kinds from './session/kinds.js?raw';
import known from './session/known.js?raw';
import make from './session/make.js?raw';
import moreKinds from './session/more-kinds.js?raw';
import nodes from './session/nodes.js?raw';
import restore from './session/restore.js?raw';
import write from './session/write.js?raw';
import timers from './timers.js?raw';
import urlSearchParams from './url-search-params.js?raw';
import url from './url.js?raw';

const parts = [
  ...[binary, layout, inspect, format, console, timers, encodings],
  ...[url, urlSearchParams, files, headers, fetch, node],
  ...[intlKeys, intlMethods, intlClasses, intlMore, toLocale],
  // Last, because globals that exist by then do not count as variables of a script.
  ...[known, kinds, moreKinds, encode, nodes, write, keep, make, restore],
];

/**
 * An expression: a function of the host's entry that returns the functions to show values, to keep
 * variables, and to start the loader of Node.
 */
export const prelude = `(host) => {
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  const made = { host, define };
  for (const part of [${parts.map(asExpression).join(',')}]) Object.assign(made, part(made));
  const { inspect, tidy, keep, restore, startNode } = made;
  return { inspect, tidy, keep, restore, startNode };
}`;
