/**
 * The sources of Node's modules. Each runs inside QuickJS when a script first asks for it, as a CommonJS module that
 * also has `inner`: the functions of the loader.
 */
// Maintained ports without dependencies of their own, except for buffer, whose two are beside it.
import path from 'path-browserify/index.js?raw';
import events from 'events/events.js?raw';
import buffer from 'buffer/index.js?raw';
import base64 from 'base64-js/index.js?raw';
import ieee754 from 'ieee754/index.js?raw';
import assertDiff from './assert-diff.js?raw';
import assertMessage from './assert-message.js?raw';
import assert from './assert.js?raw';
import crypto from './crypto.js?raw';
import deepEqual from './deep-equal.js?raw';
import fs from './fs.js?raw';
import module from './module.js?raw';
import os from './os.js?raw';
import parseArgs from './parse-args.js?raw';
import querystring from './querystring.js?raw';
import readline from './readline.js?raw';
import testMock from './test-mock.js?raw';
import testTree from './test-tree.js?raw';
import test from './test.js?raw';
import timersPromises from './timers-promises.js?raw';
import url from './url.js?raw';
import util from './util.js?raw';

const own = { assert, crypto, fs, module, os, path, querystring, readline, test, url, util };

/** Names that begin with `./` are for other modules of this list only. */
export const builtinSources: Readonly<Record<string, string>> = {
  ...own,
  events: `${events}\nmodule.exports.default = module.exports;`,
  buffer: `${buffer}\nexports.Blob = globalThis.Blob; exports.atob = atob; exports.btoa = btoa;`,
  ...{ 'base64-js': base64, ieee754 },
  ...{
    './assert-diff.js': assertDiff,
    './assert-message.js': assertMessage,
    './deep-equal.js': deepEqual,
    './test-mock.js': testMock,
    './test-tree.js': testTree,
    './parse-args.js': parseArgs,
  },
  'timers/promises': timersPromises,
  timers: `Object.assign(exports, { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, promises: require('timers/promises') });`,
  'assert/strict': `module.exports = require('assert').strict;`,
  'fs/promises': `module.exports = require('fs').promises;`,
  'path/posix': `module.exports = require('path');`,
  'readline/promises': `module.exports = require('readline').promises;`,
  console: `module.exports = console;`,
  process: `module.exports = process;`,
  perf_hooks: `exports.performance = performance;`,
};
