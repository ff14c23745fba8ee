/* The tree of `node:test`: what was declared where, which of it is to run, and how an error is told to the host. */
const { host, ask } = inner;
const { inspect } = require('util');

const options = JSON.parse(ask('testOptions'));
const patterns = (list = []) =>
  list.map((text) => {
    const [, body, flags] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
    return new RegExp(body ?? text, flags);
  });
const [wanted, unwanted] = [patterns(options.only), patterns(options.except)];
const report = (event) => void host('testEvent', JSON.stringify(event));
const failure = (text, kind) =>
  Object.assign(new Error(text), { code: 'ERR_TEST_FAILURE', failureType: kind });

/* Where a test was declared, from the stack of an error. */
const placeOf = () => {
  const line = new Error().stack
    .split('\n')
    .find((each) => each.includes(':') && !/\bnode:|prelude\.js|native/.test(each));
  return /\(?([^\s()]+:\d+(?::\d+)?)\)?$/.exec(line ?? '')?.[1];
};
const describeError = (error) => {
  if (!(error instanceof Error)) return inspect(error);
  const frames = String(error.stack ?? '')
    .split('\n')
    .filter((line) => line.trim() && !/node:|prelude\.js|\(native\)/.test(line));
  const code = error.code !== undefined && !error.name.includes('[') ? ` [${error.code}]` : '';
  const cause = error.cause === undefined ? '' : `\n[cause]: ${describeError(error.cause)}`;
  return `${error.name}${code}: ${error.message}${frames.length > 0 ? `\n${frames.join('\n')}` : ''}${cause}`;
};

const describeFailure = (error) => ({
  failureType: error.failureType,
  error: describeError(error.failureType === 'hookFailed' ? error.cause : error),
});

class Test {
  children = [];
  hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
  counts = { failed: 0 };
  hasBegun = false;
  constructor(kind, parent, [name, given, run]) {
    const all = [name, given, run];
    const fn = all.find((each) => typeof each === 'function') ?? (() => {});
    const own = all.find((each) => typeof each === 'object' && each !== null) ?? {};
    Object.assign(this, { kind, parent, fn, options: { ...own }, place: placeOf() });
    this.isEmpty = !all.some((each) => typeof each === 'function');
    this.name = typeof name === 'string' ? name : fn.name || '<anonymous>';
    this.depth = parent ? parent.depth + 1 : -1;
    if (parent && parent.parent && parent.options.only === undefined && options.isOnly)
      this.inOnly = parent.inOnly;
    this.inOnly = this.inOnly || own.only === true;
    this.done = new Promise((resolve) => (this.settle = resolve));
  }
  get fullName() {
    return this.parent?.parent ? `${this.parent.fullName} > ${this.name}` : this.name;
  }
  get path() {
    return this.parent?.parent ? `${this.parent.path} ${this.name}` : this.name;
  }
  /* Whether the test, or one in it, is to run. */
  isWanted() {
    if (this.kind === 'suite')
      return (
        this.children.some((each) => each.isWanted()) ||
        (this.children.length === 0 && !wanted.length && !options.isOnly)
      );
    const isNamed =
      wanted.length === 0 || wanted.some((each) => each.test(this.name) || each.test(this.path));
    const isLeft = unwanted.some((each) => each.test(this.name) || each.test(this.path));
    // Subtests of a test that runs are not chosen by `only`.
    const isChosen = !options.isOnly || this.inOnly || this.parent?.kind === 'test';
    return (isNamed || (this.parent?.kind === 'test' && this.parent.isWanted())) && !isLeft && isChosen;
  }
  announce() {
    if (this.hasBegun || !this.parent) return;
    this.parent.announce();
    this.hasBegun = true;
    report({ type: 'start', depth: this.depth, name: this.name });
  }
}

const ancestors = (test) => (test.parent ? [...ancestors(test.parent), test.parent] : []);
const inherited = (test, name) => [test, ...ancestors(test)].map((each) => each.options[name]).find(Boolean);

module.exports = { Test, ancestors, describeFailure, failure, inherited, options, report };
