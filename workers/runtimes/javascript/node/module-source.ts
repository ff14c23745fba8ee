/** What kind a module of the workspace is, and its source as the interpreter takes it. */
// The lexer with which Node finds the names that a CommonJS module exports.
import { initSync, parse } from 'cjs-module-lexer';
import { passOn } from './pass-on.ts';
import type { SyncFiles } from './sync-files.ts';
import { packageAround, readText } from './resolve.ts';
import { parentOf } from './sync-files.ts';

export type ModuleKind = 'module' | 'commonjs' | 'json' | 'typescript';

/** `path`: absolute. Files without a type are recognized by their syntax, as in Node 22 and later. */
export function kindOf(files: SyncFiles, path: string, source: string): ModuleKind {
  if (path.endsWith('.json')) return 'json';
  if (/\.[cm]?tsx?$/.test(path)) return 'typescript';
  if (path.endsWith('.mjs')) return 'module';
  if (path.endsWith('.cjs')) return 'commonjs';
  const type = packageAround(files, parentOf(path))?.json.type;
  if (type === 'module' || type === 'commonjs') return type;
  return hasModuleSyntax(source) || !looksLikeCommonJs(source) ? 'module' : 'commonjs';
}

/** Comments are removed roughly: a wrong guess needs both a text like an import and a missing type. */
export function hasModuleSyntax(source: string): boolean {
  const code = source.replace(/\/\*[^]*?\*\//g, '');
  return (
    /^[ \t]*(import\s*(["'{*]|[\w$]+\s*(,|from\b))|export\s*([{*]|default\b|const\b|let\b|var\b|class\b|function\b|async\b))/m.test(
      code,
    ) || /\bimport\.meta\b/.test(code)
  );
}

function looksLikeCommonJs(source: string): boolean {
  return /\brequire\s*\(|\bmodule\.exports\b|\bexports\.|\b__(dirname|filename)\b/.test(source);
}

/** An ES module that passes on what a CommonJS module exports. */
export function importOfCommonJs(files: SyncFiles, path: string): string {
  return passOn(`require(${JSON.stringify(path)})`, namesOf(files, path, new Set()));
}

function namesOf(files: SyncFiles, path: string, seen: Set<string>): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  try {
    initSync();
    const { exports, reexports } = parse(readText(files, path));
    const inner = reexports
      .filter((each) => each.startsWith('.'))
      .flatMap((each) =>
        ['', '.js', '/index.js'].map((end) => new URL(each + end, `file://${path}`).pathname),
      )
      .filter((each) => files.find(each)?.type === 'file')
      .flatMap((each) => namesOf(files, each, seen));
    return [...new Set([...exports, ...inner])];
  } catch {
    // A syntax error, which the interpreter reports when it runs the module.
    return [];
  }
}
