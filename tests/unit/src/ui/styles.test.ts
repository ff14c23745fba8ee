/**
 * Styles: the classes of a screen are in its CSS modules; global classes belong to the kit, in src/ui/styles.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = 'src/ui';
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) =>
  join(root, file).replaceAll('\\', '/'),
);
const text = (file: string) => readFileSync(file, 'utf8');
const sheets = files.filter((file) => file.endsWith('.css'));
const modules = sheets.filter((file) => file.endsWith('.module.css'));
const kit = sheets.filter((file) => file.startsWith(`${root}/styles/`));
const sources = files.filter((file) => /\.tsx?$/.test(file));

const withoutUrls = (css: string) => css.replaceAll(/url\([^)]*\)|\/\*[^]*?\*\//g, '');
const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name));
const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
/** Each icon has a class with its name, so that a screen can set its colour. */
const icons = [...text(`${root}/kit/icon.tsx`).matchAll(/^ {2}(?:\| )?'([\w-]+)'/gm)].map(
  ([, name]) => `icon-${name}`,
);
const globals = new Set([...kit.flatMap((file) => [...classesIn(withoutUrls(text(file)))]), ...icons]);

/** The classes that a module defines, in the spelling of components. */
function definedIn(file: string): Set<string> {
  const css = withoutUrls(text(file)).replaceAll(/:global\([^)]*\)/g, '');
  return new Set([...classesIn(css)].map(camelCase));
}

/** The classes that components use, by module. */
const used = new Map<string, Set<string>>(modules.map((file) => [file, new Set<string>()]));
for (const source of sources) {
  const code = text(source);
  for (const [, alias = '', path = ''] of code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const file = path.startsWith('#src/') ? path.replace('#src/', 'src/') : join(dirname(source), path);
    const names = used.get(file.replaceAll('\\', '/'));
    if (!names) throw new Error(`${source} imports ${path}, which does not exist`);
    for (const [, name = ''] of code.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))) names.add(name);
    const destructured = new RegExp(`\\{ (\\w+)[^}]*\\} = ${alias};`).exec(code);
    if (destructured?.[1]) names.add(destructured[1]);
  }
}

describe('the styles', () => {
  it('keeps style sheets outside of src/ui/styles to CSS modules', () => {
    expect(sheets.filter((file) => !kit.includes(file) && !modules.includes(file))).toEqual([]);
    expect(modules.length).toBeGreaterThan(20);
  });

  it.each(modules)('%s defines exactly the classes that are used', (file) => {
    expect([...(used.get(file) ?? [])].sort()).toEqual([...definedIn(file)].sort());
  });

  it.each(modules)('%s names only classes of the kit as global', (file) => {
    const named = [...text(file).matchAll(/:global\(\.([\w-]+)\)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !globals.has(name))).toEqual([]);
  });

  it('has a rule for every global class in use', () => {
    const missing = sources.flatMap((file) => {
      const code = text(file);
      const attributes = [...code.matchAll(/\bclass="([^"]*)"/g)].map(([, names = '']) => names);
      const joined = [...code.matchAll(/classNames\(([^)]*)\)/g)].flatMap(([, list = '']) =>
        [...list.matchAll(/'([^']*)'/g)].map(([, names = '']) => names),
      );
      return [...attributes, ...joined]
        .flatMap((names) => names.split(' '))
        .filter((name) => name !== '' && !globals.has(name))
        .map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('keeps every sheet short enough to be one idea', () => {
    expect(sheets.filter((file) => text(file).split('\n').length > 300)).toEqual([]);
  });
});
