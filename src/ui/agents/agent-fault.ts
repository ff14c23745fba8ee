/** Which field of the agent form is wrong; the fields are in several sections. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** `field`: a key of the fields, or `deadline-` and a tool. */
export type AgentFormFault = { field: string; text: string };

export const FaultContext = createContext<AgentFormFault | null>(null);

/** For `Field`. */
export function useFaults(): (field: string) => { text: string; since: object } | null {
  const fault = useContext(FaultContext);
  return (field) => (fault?.field === field ? { text: fault.text, since: fault } : null);
}
