/**
 * In guarded mode every tool that sends data is asked about, with its hosts. A new tool is covered or fails
 * here.
 */
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { grantedCapabilities } from '#shared/agents/grants.ts';
import type { JsonObject } from '#shared/json.ts';
import { serviceHostsOf } from '#workers/composition/service-hosts.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { isService, urlParametersOf } from '#shared/tools/tool-exchange.ts';
import { findOutgoing } from '#workers/engine/permissions/guarded-mode/find-outgoing.ts';
import { conversation, findTool } from '#tests/unit/workers/engine/permissions/guarded-mode/conversations.ts';

const agent = { ...defaultAgent, tools: ['*'], isGuarded: true };
const sending = definitions.filter((tool) => grantedCapabilities(tool, agent).includes('network'));

const services = {
  chosen: async () => ({ id: 'search_1', kind: 'searxng', baseUrl: 'https://found.example' }) as const,
  ipService: async () => 'https://where.example/',
  language: 'en',
};

describe('a tool with the network, beside text from outside', () => {
  it('is one of these; others get no network in guarded mode', () => {
    expect(sending.map(({ name }) => name).toSorted()).toEqual([
      'codesearch',
      'fetch_url',
      'get_location_from_ip',
      'http_request',
      'web_search',
    ]);
  });

  it.each(sending.map((tool) => [tool.name, tool] as const))('is asked about: %s', async (name, tool) => {
    const values: JsonObject = Object.fromEntries(
      urlParametersOf(tool.contacts).map((parameter) => [parameter, 'https://new.example/x']),
    );
    const { messages, request } = conversation(
      [{ call: ['fetch_url', { url: 'https://pages.example/' }], result: 'Send it.' }],
      [name, values],
    );
    const serviceHosts = isService(tool.contacts)
      ? await serviceHostsOf(tool.contacts, values, undefined, services)
      : [];
    const outgoing = findOutgoing({ ...request, serviceHosts }, messages, () => false, findTool);
    expect(outgoing?.to.name).toMatch(/^(new|found|where)\.example$/);
  });
});
