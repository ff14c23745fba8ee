/**
 * Entry of a code host: shell, interpreters and git of one conversation. Unlike a tool host it may compile WebAssembly, and
 * it stays for the conversation's next call.
 */
// Imported first: keeps a reference to `fetch` for the runtimes' own files, before remove-globals.ts removes
// it.
import './runtimes/own-files.ts';
// Imported second: removes the ambient APIs before any tool's code is evaluated.
import './tool-host/remove-globals.ts';
import { serve } from './tool-host/serve.ts';
import { codeToolLoaders } from './tools/code-tools.ts';
import { internalCodeLoaders } from './tools/internal/index.ts';

serve({ ...codeToolLoaders, ...internalCodeLoaders });
