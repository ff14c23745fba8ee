/** Which version of the app this is; the build writes it in. */

export const version: string = import.meta.env['VITE_APP_VERSION'] ?? 'development';
