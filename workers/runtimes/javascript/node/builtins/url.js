/* `node:url`: the standard classes, and paths of files. */
const path = require('path');
const fail = (type, code, text) => {
  throw Object.assign(new type(text), { code });
};
exports.URL = URL;
exports.URLSearchParams = URLSearchParams;
exports.fileURLToPath = (given) => {
  const text = typeof given === 'string' ? given : given?.href;
  if (typeof text !== 'string')
    fail(
      TypeError,
      'ERR_INVALID_ARG_TYPE',
      'The "path" argument must be of type string or an instance of URL.',
    );
  if (!text.startsWith('file:')) fail(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  return decodeURIComponent(text.replace(/^file:(\/\/)?/, '').replace(/[?#].*$/, ''));
};
exports.pathToFileURL = (given) =>
  new URL(`file://${path.resolve(given).split('/').map(encodeURIComponent).join('/')}`);
exports.format = String;
exports.domainToASCII = (name) => new URL(`http://${name}`).hostname;
