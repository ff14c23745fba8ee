/** The global variable that contains a script's default export until the script has ended. */

/** Together with ` =`, as long as `export default`, so that columns in errors stay correct. */
export const exportedName = '__exported__';
