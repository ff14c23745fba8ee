/** Entry of a tool host: the built-in tools that need no runtime of their own. */
// Imported first: removes the ambient APIs before any tool's code is evaluated.
import './tool-host/remove-globals.ts';
import { serve } from './tool-host/serve.ts';
import { toolLoaders } from './tools/index.ts';
import { internalLoaders } from './tools/internal/index.ts';

serve({ ...toolLoaders, ...internalLoaders });
