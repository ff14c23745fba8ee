/** The global that holds what a script exports as its default, until the script has ended. */

/** As long as `export default`, with ` =` behind it, so that columns stay. */
export const exportedName = '__exported__';
