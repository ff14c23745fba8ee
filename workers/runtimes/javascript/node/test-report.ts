/** What tests print, in the form of Node's reporters `spec` and `tap`: https://nodejs.org/api/test.html#test-reporters */

/** What `builtins/test.js` tells; `depth` 0 is a test of the file itself. */
type TestEvent = {
  type: 'start' | 'pass' | 'fail';
  depth: number;
  name: string;
  kind?: 'test' | 'suite';
  /** `file:line:column` */
  place?: string;
  ms?: number;
  skip?: string | true;
  todo?: string | true;
  /** The place among its siblings, from 1. */
  number?: number;
  children?: number;
  notes?: string[];
  failureType?: string;
  error?: string;
};

export const reporters = ['spec', 'tap'] as const;
export type ReporterName = (typeof reporters)[number];

export type TestReport = {
  onEvent(json: string): void;
  /** Adds a file that could not be run, or that ended with an error outside of its tests. */
  addBroken(file: string, error: string, ms: number): void;
  hasTests(): boolean;
  /** Prints the summary; returns the exit code. */
  end(): number;
};

type Counts = Record<'tests' | 'suites' | 'pass' | 'fail' | 'cancelled' | 'skipped' | 'todo', number>;

export function createTestReport(name: ReporterName, print: (text: string) => void): TestReport {
  const start = performance.now();
  const counts: Counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
  const failed: TestEvent[] = [];
  let hasFailed = false;
  let topLevel = 0;
  let hasBegun = false;
  const show = name === 'tap' ? showAsTap : showAsSpec;

  function add(event: TestEvent): void {
    if (name === 'tap' && !hasBegun) print('TAP version 13\n');
    hasBegun = true;
    if (event.type !== 'start') {
      count(event, counts);
      if (event.depth === 0) event.number = ++topLevel;
      const isFailure = event.type === 'fail' && event.todo === undefined;
      if (isFailure) hasFailed = true;
      if (isFailure && event.failureType !== 'subtestsFailed') failed.push(event);
    }
    for (const line of show(event)) print(`${line}\n`);
  }

  return {
    onEvent: (json) => add(JSON.parse(json) as TestEvent),
    addBroken: (file, error, ms) =>
      add({ type: 'fail', kind: 'test', depth: 0, name: file, place: `${file}:1:1`, ms, error }),
    hasTests: () => counts.tests + counts.suites > 0,
    end() {
      const mark = name === 'tap' ? '#' : 'ℹ';
      if (name === 'tap') print(`1..${topLevel}\n`);
      for (const [key, value] of Object.entries(counts)) print(`${mark} ${key} ${value}\n`);
      print(`${mark} duration_ms ${round(performance.now() - start)}\n`);
      if (name === 'spec' && failed.length > 0)
        print(`\n✖ failing tests:\n${failed.map(describeFailed).join('')}`);
      return hasFailed ? 1 : 0;
    },
  };
}

function count({ type, kind, skip, todo, failureType }: TestEvent, counts: Counts): void {
  if (kind === 'suite') {
    counts.suites++;
    return;
  }
  counts.tests++;
  if (skip !== undefined) counts.skipped++;
  else if (todo !== undefined) counts.todo++;
  else if (failureType === 'cancelledByParent') counts.cancelled++;
  else counts[type === 'pass' ? 'pass' : 'fail']++;
}

const round = (ms: number) => Number(ms.toFixed(3));
const indent = (text: string, by: string) => text.split('\n').map((line) => (line === '' ? line : by + line));

function directive({ skip, todo }: TestEvent): string {
  const [word, reason] = skip === undefined ? ['TODO', todo] : ['SKIP', skip];
  if (reason === undefined) return '';
  return reason === true ? ` # ${word}` : ` # ${reason}`;
}

function showAsSpec(event: TestEvent): string[] {
  const { type, depth, name, ms = 0, skip, notes = [] } = event;
  const by = '  '.repeat(depth);
  if (type === 'start') return [`${by}▶ ${name}`];
  const mark = skip === undefined ? (type === 'pass' ? '✔' : '✖') : '﹣';
  return [
    `${by}${mark} ${name} (${round(ms)}ms)${directive(event)}`,
    ...notes.map((note) => `${by}ℹ ${note}`),
  ];
}

function describeFailed({ name, place, ms = 0, error = '' }: TestEvent): string {
  const at = place === undefined ? '' : `test at ${place}\n`;
  return `\n${at}✖ ${name} (${round(ms)}ms)\n${indent(error, '  ').join('\n')}\n`;
}

function showAsTap(event: TestEvent): string[] {
  const {
    type,
    depth,
    name,
    kind = 'test',
    ms = 0,
    skip,
    todo,
    number = 1,
    children = 0,
    notes = [],
  } = event;
  const by = '    '.repeat(depth);
  const title = `${by}# Subtest: ${escapeTap(name)}`;
  if (type === 'start') return [title];
  const reason = (word: string, value: string | true | undefined) =>
    value === undefined ? '' : ` # ${word}${value === true ? '' : ` ${escapeTap(value)}`}`;
  const details = [`duration_ms: ${round(ms)}`, `type: '${kind}'`];
  if (event.place !== undefined && type === 'fail') details.push(`location: '${event.place}'`);
  if (event.failureType !== undefined) details.push(`failureType: '${event.failureType}'`);
  if (event.error !== undefined) details.push('error: |-', ...indent(event.error, '  '));
  return [
    ...(children > 0 ? [`${by}    1..${children}`] : [title]),
    `${by}${type === 'pass' ? 'ok' : 'not ok'} ${number} - ${escapeTap(name)}${reason('SKIP', skip)}${skip === undefined ? reason('TODO', todo) : ''}`,
    `${by}  ---`,
    ...details.map((line) => `${by}  ${line}`),
    `${by}  ...`,
    ...notes.map((note) => `${by}# ${escapeTap(note)}`),
  ];
}

/** https://testanything.org/tap-version-14-specification.html#escaping */
function escapeTap(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('#', '\\#').replaceAll('\n', ' ');
}
