/** `npm start`: installs what is missing, builds the production app, and serves it with its real headers. */
import { join } from 'node:path';
import { installDependencies, root, run } from './install.mjs';
import { serve } from './serve.mjs';

const port = Number(process.env.PORT ?? 4173);

installDependencies();
run('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn']);
try {
  await serve(join(root, 'dist'), port);
  console.log(`OneClaw is ready: http://localhost:${port}`);
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(taken ? `Port ${port} is in use. Choose another one: PORT=4174 npm start` : error);
  process.exit(1);
}
