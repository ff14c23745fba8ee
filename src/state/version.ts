/** The version of the app, set by the build from package.json. */

declare const __VERSION__: string;

export const version = __VERSION__;
