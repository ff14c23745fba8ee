/** ES modules that pass on what the loader of Node in the realm has: its own modules, and CommonJS. */

/** The symbol under which the realm has its loader: `{ builtin(name), require(path) }`. */
export const loaderKey = `Symbol.for('oneclaw.loader')`;

/** `call`: `builtin("fs")` or `require("/workspace/a.cjs")`. */
export function passOn(call: string, names: readonly string[]): string {
  const own = names.filter(
    (name) => name !== 'default' && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name),
  );
  const picked = own.map((name, index) => `${name}: _${index}`).join();
  const passed = own.map((name, index) => `_${index} as ${name}`).join();
  return `const _m = globalThis[${loaderKey}].${call}; export default _m; const {${picked}} = Object(_m); export {${passed}};`;
}
