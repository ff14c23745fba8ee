/* `node:test`: runs tests one after the other, and tells the host how each ended. */
const { host } = inner;
const assert = require('assert');
const { MockTracker } = require('./test-mock.js');
const { Test, ancestors, describeFailure, failure, inherited, options, report } = require('./test-tree.js');
let current;
let running;

const root = new Test('suite', undefined, ['<root>']);
current = root;

const within = (test, run) => {
  const before = current;
  current = test;
  try {
    return run();
  } finally {
    current = before;
  }
};

/* Calls a test or a hook, which may return a promise or take a callback as its second parameter. */
const call = (run, self, context, isSuite) => {
  if (run.length < 2 || isSuite) return run.call(self, context);
  return new Promise((resolve, reject) => {
    run.call(self, context, (error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
};
const bounded = async (work, ms) => {
  let timer;
  const late = new Promise((_, reject) => {
    if (ms === undefined || ms === Infinity) return;
    timer = setTimeout(() => reject(failure(`test timed out after ${ms}ms`, 'testTimeoutFailure')), ms);
  });
  const before = running;
  const stuck = new Promise((_, reject) => {
    running = {
      stop: () =>
        reject(
          failure(
            'Promise resolution is still pending but the event loop has already resolved',
            'cancelledByParent',
          ),
        ),
    };
  });
  const own = running;
  try {
    return await Promise.race([work(), late, stuck]);
  } finally {
    clearTimeout(timer);
    if (running === own) running = before;
  }
};

const runHooks = async (test, name, context) => {
  for (const { fn, options: { timeout } = {} } of test.hooks[name])
    try {
      await bounded(async () => call(fn, context, context), timeout);
    } catch (error) {
      throw Object.assign(failure(`failed running ${name} hook`, 'hookFailed'), { cause: error });
    }
};

class TestContext {
  #test;
  constructor(test) {
    this.#test = test;
    this.mock = new MockTracker();
    this.assert = countingAssert(test);
    this.signal = { aborted: false, addEventListener() {}, removeEventListener() {}, throwIfAborted() {} };
    for (const name of Object.keys(test.hooks))
      this[name] = (fn, given) => void test.hooks[name].push({ fn, options: given });
  }
  get name() {
    return this.#test.name;
  }
  get fullName() {
    return this.#test.fullName;
  }
  get filePath() {
    return options.file;
  }
  test(...values) {
    this.#test.planned = (this.#test.planned ?? 0) + 1;
    return add('test', this.#test, values).done;
  }
  diagnostic(text) {
    (this.#test.notes ??= []).push(String(text));
  }
  skip(reason) {
    this.#test.skipped = reason ?? true;
  }
  todo(reason) {
    this.#test.options.todo = reason ?? true;
  }
  plan(count) {
    this.#test.plan = count;
  }
  runOnly() {}
  async waitFor(condition, { interval = 50, timeout = 1000 } = {}) {
    const end = host('now') + timeout;
    for (;;) {
      try {
        return await condition();
      } catch (error) {
        if (host('now') > end) throw Object.assign(new Error('waitFor() timed out', { cause: error }));
      }
      await new Promise((resolve) => setTimeout(resolve, interval));
    }
  }
}
const countingAssert = (test) =>
  new Proxy(assert, {
    get: (from, name) => {
      const value = from[name];
      if (typeof value !== 'function' || name === 'AssertionError') return value;
      return (...values) => {
        test.planned = (test.planned ?? 0) + 1;
        return value(...values);
      };
    },
  });

const runTest = async (test) => {
  const isTest = test.kind === 'test';
  const context = (test.context = isTest ? new TestContext(test) : { name: test.name });
  const around = isTest ? ancestors(test) : [];
  let error;
  const attempt = async (work) => {
    try {
      await work();
    } catch (caught) {
      error ??= caught;
    }
  };
  await attempt(async () => {
    for (const each of around) await runHooks(each, 'beforeEach', context);
    await (isTest ? runBody(test, context) : test.body);
    if (!isTest) await runHooks(test, 'before', context);
  });
  if (!isTest && error) cancelChildren(test);
  await (isTest ? runSubtests(test) : runChildren(test));
  await attempt(() => runHooks(test, 'after', context));
  for (const each of around.toReversed()) await attempt(() => runHooks(each, 'afterEach', context));
  if (isTest) context.mock.restoreAll();
  return error ?? failureOf(test);
};
const runBody = (test, context) =>
  bounded(
    async () => within(test, () => call(test.fn, context, context)),
    test.options.timeout ?? options.timeout,
  );
const runSubtests = async (test) => {
  while (test.next < test.children.length || test.subtests !== test.awaited)
    await (test.awaited = test.subtests);
};
const cancelChildren = (test) => {
  for (const each of test.children)
    each.cancel = failure('test did not finish before its parent and was cancelled', 'cancelledByParent');
};
/* The failure of a test whose own code did not fail. */
const failureOf = ({ plan, planned = 0, counts: { failed } }) => {
  if (plan !== undefined && planned !== plan)
    return failure(`plan expected ${plan} assertions but received ${planned}`, 'testCodeFailure');
  return failed > 0
    ? failure(`${failed} subtest${failed === 1 ? '' : 's'} failed`, 'subtestsFailed')
    : undefined;
};

/* Runs what was added, also while it runs. */
const runChildren = async (parent) => {
  while (parent.next < parent.children.length) {
    const test = parent.children[parent.next++];
    if (!test.isWanted()) {
      test.settle();
      continue;
    }
    await runOne(test);
    test.settle();
  }
};
const runOne = async (test) => {
  const { parent } = test;
  const start = host('now');
  const isSkipped = Boolean(inherited(test, 'skip'));
  let error = test.cancel;
  if (!error && (!isSkipped || test.kind === 'suite')) error = await runTest(test);
  const skip = inherited(test, 'skip') || test.skipped || undefined;
  const todo = inherited(test, 'todo') || undefined;
  if (error && !todo && !skip) parent.counts.failed++;
  parent.announce();
  const { kind, depth, name, place, notes } = test;
  report({
    ...{ type: error && !skip ? 'fail' : 'pass', kind, depth, name, place, notes, skip, todo },
    ...{ ms: host('now') - start, number: parent.next, children: test.children.length },
    ...(error && describeFailure(error)),
  });
};

let draining;
const drain = () => {
  draining ??= Promise.resolve().then(async () => {
    if (!root.hasStarted) {
      root.hasStarted = true;
      try {
        await runHooks(root, 'before', {});
      } catch (error) {
        root.error = error;
      }
    }
    await runChildren(root);
    draining = undefined;
  });
  return draining;
};

const add = (kind, parent, values) => {
  const test = new Test(kind, parent, values);
  test.next = 0;
  parent.children.push(test);
  if (kind === 'suite' && !test.options.skip)
    test.body = Promise.resolve(
      within(test, () => {
        try {
          return test.fn.call({ name: test.name }, { name: test.name });
        } catch (error) {
          return Promise.reject(error);
        }
      }),
    );
  test.body?.catch(() => {});
  if (parent === root) void drain();
  // Subtests start when they are made, one at a time.
  else if (parent.kind === 'test')
    parent.subtests = (parent.subtests ?? Promise.resolve()).then(() => runChildren(parent));
  return test;
};
root.next = 0;

const declare = (kind) => {
  const declared = (...values) => {
    const parent = current;
    const test = add(kind, parent, values);
    return parent.kind === 'suite' && parent !== root ? Promise.resolve() : test.done;
  };
  for (const name of ['skip', 'todo', 'only'])
    declared[name] = (...values) => {
      const at = values.findIndex((each) => typeof each === 'object' && each !== null);
      const all =
        at < 0
          ? [
              ...values.filter((each) => typeof each === 'string'),
              { [name]: true },
              ...values.filter((each) => typeof each === 'function'),
            ]
          : values.with(at, { ...values[at], [name]: true });
      return declared(...all);
    };
  return declared;
};

const test = declare('test');
const suite = declare('suite');
const hook = (name) => (fn, given) => void current.hooks[name].push({ fn, options: given });
Object.assign(test, { test, it: test, suite, describe: suite, assert: Object.assign(() => {}, assert) });
for (const name of ['before', 'after', 'beforeEach', 'afterEach']) test[name] = hook(name);
test.mock = new MockTracker();
test.run = () => {
  throw new Error('run() does not exist here: node --test runs the tests of several files.');
};
test.snapshot = { setDefaultSnapshotSerializers() {}, setResolveSnapshotPath() {} };
module.exports = test;

inner.finish = async () => {
  while (draining) await draining;
  try {
    if (root.children.length > 0) await runHooks(root, 'after', {});
  } catch (error) {
    root.error ??= error;
  }
  if (root.error)
    report({
      type: 'fail',
      kind: 'test',
      depth: 0,
      name: options.file ?? '<root>',
      ms: 0,
      error: describeError(root.error.cause ?? root.error),
      number: root.next + 1,
    });
  return { tests: root.children.length };
};
inner.stalled = () => {
  const { stop } = running ?? {};
  running = undefined;
  stop?.();
  return stop !== undefined;
};
