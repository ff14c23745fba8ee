/** A tool that reports facts about the machine, as far as the browser reveals them. */
import { defineTool } from '../tool.ts';

const sections = ['all', 'browser', 'hardware', 'time'] as const;

export const systemInfo = defineTool({
  name: 'system_info',
  title: 'System',
  description: 'Get facts about the system OneClaw runs on: browser, processor cores, memory class, clock.',
  category: 'system',
  parameters: {
    type: 'object',
    properties: {
      section: {
        type: 'string',
        enum: sections,
        default: 'all',
        description: 'Which facts.',
      },
    },
  },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  summaryParameter: 'section',
  execute({ section = 'all' }) {
    const facts = { browser: browserFacts(), hardware: hardwareFacts(), time: timeFacts() };
    return JSON.stringify(section === 'all' ? facts : { [section]: facts[section] }, null, 2);
  },
});

function browserFacts() {
  const { userAgent, languages } = navigator;
  return { userAgent, languages: [...languages], crossOriginIsolated: globalThis.crossOriginIsolated };
}

function hardwareFacts() {
  // Only Chromium has it: in GB, rounded to a power of two, at most 8.
  const { deviceMemory } = navigator as { deviceMemory?: number };
  return { processors: navigator.hardwareConcurrency, memoryGigabytesAtLeast: deviceMemory ?? null };
}

function timeFacts() {
  return { now: new Date().toISOString(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
