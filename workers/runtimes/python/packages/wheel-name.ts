/**
 * Determines which wheels are compatible with this Python.
 * https://packaging.python.org/en/latest/specifications/platform-compatibility-tags/
 */

/**
 * The version and ABI of the package `pyodide` in `package.json`; a test compares them with its own lock
 * file.
 */
export const compiledFor = { runtime: '314.0.7', abi: '2026_0' } as const;

const compiled = `cp314-(?:cp314|abi3)-pyemscripten_${compiledFor.abi}_wasm32`;
const fitting = new RegExp(`^[^-]+-([^-]+)(?:-\\d[^-]*)?-(?:[^-]*py3[^-]*-none-any|${compiled})\\.whl$`);

/**
 * The version in the name of a compatible wheel (pure Python, or compiled for this runtime); undefined for
 * others.
 */
export function versionOfWheel(filename: string): string | undefined {
  return fitting.exec(filename)?.[1];
}
