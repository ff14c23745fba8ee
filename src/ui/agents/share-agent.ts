/** Hands an agent over as a file that another OneClaw imports, or opens when it is installed. */
import type { Agent } from '../../shared/agent.ts';
import { exportAgent } from '../../shared/export-agent.ts';
import { agentName } from '../../state/agents.ts';
import { fileName, handOver } from '../sessions/save-file.ts';

export async function shareAgent(agent: Agent, isTouch: boolean): Promise<void> {
  const name = `${fileName(agentName(agent)) || 'agent'}.oneclaw-agent.json`;
  await handOver(new File([exportAgent(agent)], name, { type: 'application/json' }), isTouch);
}
