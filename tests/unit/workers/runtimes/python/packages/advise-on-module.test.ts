import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { adviceOnModule } from '#workers/runtimes/python/packages/advise-on-module.ts';

type Lock = { packages: Record<string, { name: string; file_name: string; imports: string[] }> };

const file = '../../../../../../workers/runtimes/python/packages/import-names.json';

/** The names of modules whose package is compiled, and of others that are named differently. */
function namesIn({ packages }: Lock) {
  const compiled: Record<string, string> = {};
  const pure: Record<string, string> = {};
  for (const { name, file_name: path, imports } of Object.values(packages))
    for (const each of name.endsWith('-tests') ? [] : imports) {
      const module = each.split('.')[0] ?? '';
      if (/^(_|tests?$)/.test(module)) continue;
      if (!path.endsWith('none-any.whl')) {
        if (path.endsWith('.whl')) compiled[module] ??= name;
      } else if (module.replaceAll('_', '-').toLowerCase() !== name.replaceAll('_', '-').toLowerCase())
        pure[module] ??= name;
    }
  return { compiled, pure };
}

describe('a missing module', () => {
  it('is looked up in the list of this version of Pyodide (vitest -u writes it)', async () => {
    const path = createRequire(import.meta.url)
      .resolve('pyodide/python_stdlib.zip')
      .replace('python_stdlib.zip', 'pyodide-lock.json');
    const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock;
    await expect(`${JSON.stringify(namesIn(lock), null, 2)}\n`).toMatchFileSnapshot(file);
  });

  it.each([
    ['PIL.Image', /packages: \["pillow"\] and index: "https:.*lock\.json"$/],
    ['PIL.Image', /^PIL: the tool edit_image .*Otherwise, run_python/],
    ['matplotlib.pyplot', /^matplotlib: the tool make_chart .*packages: \["matplotlib"\] and index/],
    ['openpyxl', /^openpyxl: the tool read_file .*packages: \["openpyxl"\]$/],
    ['cv2', /packages: \["opencv-python"\] and index/],
    ['yaml', /packages: \["pyyaml"\] and index/],
    ['sklearn.linear_model', /packages: \["scikit-learn"\] and index/],
    ['numpy', /packages: \["numpy"\] and index/],
    ['bs4', /packages: \["beautifulsoup4"\]$/],
    ['dateutil', /packages: \["python-dateutil"\]$/],
    ['docx', /packages: \["python-docx"\]$/],
    ['six', /if there is a package of pure Python, .*packages: \["six"\]$/],
    ['tkinter', /^tkinter: there are no windows here/],
    ['requests', /urllib\.request/],
    ['js', /do not reach the page/],
    ['constructor', /packages: \["constructor"\]$/],
  ])('%s', (module, advice) => {
    expect(adviceOnModule(module, true)).toMatch(advice);
  });

  it('is not promised without the network', () => {
    expect(adviceOnModule('PIL', false)).toContain('this agent may not use the network');
  });
});
