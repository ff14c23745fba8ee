/** The built-in tools as the engine knows them: their definitions, without their code. */
import * as generated from 'virtual:tool-manifest';
import type { BuiltInTool } from '#shared/tools/tool.ts';

export const definitions: readonly BuiltInTool[] = generated.definitions;
