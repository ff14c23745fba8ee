/** `npm start`: installs what is missing, builds the production app, and serves it with its real headers. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { installDependencies, root, run } from './install.mjs';
import { serve } from './serve.mjs';

const port = Number(process.env.PORT ?? 4173);

installDependencies();
// Before the build, so that a running server keeps the files it serves.
await requireFreePort();
run('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn']);
await serve(join(root, 'dist'), port);
console.log(`OneClaw is ready: http://localhost:${port}`);

async function requireFreePort() {
  const probe = createServer();
  try {
    await new Promise((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, process.env.HOST ?? 'localhost', () => resolve(undefined));
    });
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    console.error(taken ? `Port ${port} is in use. Choose another one: PORT=4174 npm start` : error);
    process.exit(1);
  }
  await new Promise((resolve) => probe.close(resolve));
}
