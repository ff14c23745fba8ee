/** Serves a build with the headers of its own `_headers` file, compressed, as a good static host would. */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { headersFor, parseHeaders } from './headers.mjs';

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

const compressible = /text|javascript|json|svg|wasm/;

/**
 * Compressed files by path. Each is compressed only once, as by a good static host, because the journeys
 * request it hundreds of times.
 * @type {Map<string, { modified: number, body: Promise<Buffer> }>}
 */
const compressed = new Map();

/** @param {string} file @param {number} modified its time of change, in milliseconds */
function compress(file, modified) {
  const known = compressed.get(file);
  if (known?.modified === modified) return known.body;
  const body = readFile(file).then((bytes) => promisify(gzip)(bytes));
  compressed.set(file, { modified, body });
  return body;
}

/**
 * @param {string} folder the build
 * @param {number} port 0 for any free one
 * @param {string} [host] localhost by default; 0.0.0.0 admits other devices in the network
 * @returns {Promise<import('node:http').Server>} listening
 */
export function serve(folder, port, host = process.env.HOST ?? 'localhost') {
  const rules = parseHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const server = createServer((request, response) => {
    const path = decodePath(request.url ?? '/');
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    const file = path && findFile(folder, path);
    if (!path || !file) return void response.writeHead(404, headersFor(rules, path ?? '/')).end('Not found');
    const type = types[extname(file)] ?? 'application/octet-stream';
    const zipped =
      compressible.test(type) && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const { size, mtimeMs } = statSync(file);
    response.writeHead(200, {
      'Content-Type': type,
      Vary: 'Accept-Encoding',
      ...headersFor(rules, path),
      ...(zipped ? { 'Content-Encoding': 'gzip' } : { 'Content-Length': size }),
    });
    if (request.method === 'HEAD') return void response.end();
    if (zipped) {
      const body = compress(file, mtimeMs);
      return void body.then(
        (bytes) => response.end(bytes),
        () => response.destroy(),
      );
    }
    const body = createReadStream(file);
    body.on('error', () => response.destroy());
    body.pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** @param {string} url @returns {string | undefined} */
function decodePath(url) {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    // A malformed escape sequence matches no file.
    return undefined;
  }
}

/** @param {string} folder @param {string} path @returns {string | undefined} */
function findFile(folder, path) {
  const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path));
  if (!file.startsWith(folder) || path.includes('\0')) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = fileURLToPath(new URL('../dist', import.meta.url));
  await serve(folder, Number(process.env.PORT ?? 4173));
}
