/** The tools of the short way. */
import { callTool } from './call-tool.ts';
import { findTools } from './find-tools.ts';

export const finders = [findTools, callTool];
