/** Exports an agent as a file that another OneClaw can import, or opens with a tap where it is installed. */
import type { Agent } from '#shared/agents/agent.ts';
import { exportAgent } from '#shared/agents/export-agent.ts';
import { agentName } from '#src/state/agents/agents.ts';
import { fileName, shareOrDownload } from '#src/ui/kit/save-file.ts';

export async function shareAgent(agent: Agent, isTouch: boolean): Promise<void> {
  const name = `${fileName(agentName(agent)) || 'agent'}.oneclaw-agent.json`;
  await shareOrDownload(new File([exportAgent(agent)], name, { type: 'application/json' }), isTouch);
}
