/** Whether an entry of an agent's list of tools can mean a tool. */
import { anyTool } from '../agents/agent.ts';
import { isExternalName } from './external-tool.ts';
import { toolCategories } from './tool.ts';

/** A known tool, all of them, a group, or a tool of a server, which may be offline now. */
export function isToolEntry(entry: string, isKnown: (tool: string) => boolean): boolean {
  return (
    entry === anyTool ||
    isKnown(entry) ||
    isExternalName(entry) ||
    toolCategories.some((category) => entry === `group:${category}`)
  );
}
