/** `npm run test:quick`: which tests a change chooses, on a small graph and on the real one. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#scripts/install.mjs';
import { chooseTests, isUnitTest } from '#scripts/quick/choose-tests.mjs';
import { describeChoice } from '#scripts/quick/describe-choice.mjs';
import { readGraph, readModule } from '#scripts/quick/import-graph.mjs';
import { subjects } from '#scripts/quick/subjects.mjs';

const texts: Record<string, string> = {
  'src/shared/text.ts': 'export const text = 1;',
  'workers/tools/one.ts': "import { text } from '#shared/text.ts';",
  'workers/tools/index.ts': "export const load = () => import('./one.ts');",
  'workers/engine/calls.ts': "import { load } from '../tools/index.ts';",
  'tests/unit/one.test.ts': "import { one } from '#workers/tools/one.ts';",
  'tests/unit/calls.test.ts': "import { calls } from '#workers/engine/calls.ts';",
  'tests/unit/other.test.ts': "import type { One } from '#workers/tools/one.ts';",
  'tests/unit/samples.test.ts': "const folder = 'fixtures/samples';",
  'tests/unit/limits.test.ts': "for (const file of readdirSync(join(root, 'src')));",
  'tests/e2e/engine/tools.spec.ts': "import { open } from '../open.ts';",
  'tests/e2e/engine/calls.spec.ts': '',
  'tests/e2e/engine/rest.spec.ts': '',
  'tests/e2e/open.ts': '',
};
const graph = new Map(Object.entries(texts).map(([file, text]) => [file, readModule(file, text)]));
const covers = { tools: ['workers/tools'], calls: ['workers/engine/calls'], rest: ['src/ui'] };
const choose = (...changed: string[]) => chooseTests(changed, graph, covers);

describe('chooseTests', () => {
  it('chooses unit tests that import the file, also over others and at run time, but not as a type', () => {
    expect(choose('workers/tools/one.ts').unit).toEqual([
      'tests/unit/calls.test.ts',
      'tests/unit/limits.test.ts',
      'tests/unit/one.test.ts',
    ]);
  });

  it('chooses the specs that cover a file of the same bundle', () => {
    expect(choose('src/shared/text.ts').journeys).toEqual(['tools']);
    expect(choose('workers/engine/calls.ts').journeys).toEqual(['calls']);
  });

  it('chooses a spec that changed, or whose helper did', () => {
    expect(choose('tests/e2e/engine/rest.spec.ts').journeys).toEqual(['rest']);
    expect(choose('tests/e2e/open.ts').journeys).toEqual(['tools']);
  });

  it('chooses the tests that name a data file or its folder', () => {
    expect(choose('tests/fixtures/samples/a/b.sse').unit).toContain('tests/unit/samples.test.ts');
    expect(choose('tests/fixtures/others/a/b.sse').unit).not.toContain('tests/unit/samples.test.ts');
  });

  it('runs the core journeys for a file of the app that no spec covers', () => {
    expect(choose('public/icon.png')).toMatchObject({ journeys: [], isWide: false });
  });

  it('runs no journey for a change outside of the app', () => {
    expect(choose('docs/git.md').journeys).toBeUndefined();
  });

  it('runs only the core journeys for a change that reaches most specs', () => {
    expect(choose('workers/tools/index.ts', 'src/ui/x.css', 'workers/engine/calls.ts')).toMatchObject({
      journeys: [],
      isWide: true,
    });
  });

  it('runs only the core journeys if nothing changed', () => {
    expect(choose()).toEqual({ unit: [], journeys: [], isWide: false });
  });

  it('runs every unit test if their setup changed', () => {
    expect(choose('tests/vitest.config.ts').unit).toHaveLength(5);
  });
});

describe('describeChoice', () => {
  const all = { unit: [...graph.keys()].filter(isUnitTest), journeys: Object.keys(covers) };
  const since = '0123456789abcdef';

  it('names what runs and what is left out', () => {
    const files = ['workers/tools/one.ts'];
    expect(describeChoice({ since, files }, choose(...files), all)).toEqual([
      '1 changed since 0123456789ab: workers/tools/one.ts',
      'unit tests: 3 of 5 files; left out: unit 2',
      'journeys: the core ones and all of tools',
      'left out of 3 specs: calls, rest',
    ]);
  });

  it('says that nothing changed', () => {
    const [first] = describeChoice({ since, files: [] }, choose(), all);
    expect(first).toBe('Nothing changed since 0123456789ab: only the checks and the core journeys run.');
  });
});

describe('the subjects of the specs', () => {
  const specs = readdirSync(join(root, 'tests/e2e'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => basename(name, '.spec.ts'));

  it('names every spec, and no other', () => {
    expect(Object.keys(subjects).sort()).toEqual(specs.sort());
  });

  it('names files and folders that exist', () => {
    const paths = Object.values(subjects).flat();
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('leaves most tests out after a change of one tool', () => {
    const { unit, journeys } = chooseTests(['workers/tools/files/glob.ts'], readGraph(root), subjects);
    expect(unit).toContain('tests/unit/workers/tools/files/files.test.ts');
    expect(unit.length).toBeLessThan(30);
    expect(journeys).toEqual(['files']);
  });
});
