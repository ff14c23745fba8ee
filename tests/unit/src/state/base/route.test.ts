/** Addresses survive the conversion to a hash and back; invalid ones open a chat. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { formatRoute, parseRoute, type Route } from '#src/state/base/route.ts';

const routes: Route[] = [
  { view: 'chat', session: null },
  { view: 'chat', session: asId<'session'>('session_1/ä') },
  { view: 'activity' },
  { view: 'settings' },
  { view: 'files', path: '' },
  { view: 'files', path: 'a b/50%/#1?.txt' },
  { view: 'provider', provider: null },
  { view: 'provider', provider: asId<'provider'>('provider_1') },
];

describe('routes', () => {
  it.each(routes)('$view comes back as it was', (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  it('opens a screen of the table, and only of the table', () => {
    const route: Route = { view: 'screen', name: 'prompts', path: 'a b/50%' };
    expect(parseRoute(formatRoute(route), ['chat', 'prompts'])).toEqual(route);
    expect(parseRoute(formatRoute(route), ['chat'])).toEqual({ view: 'chat', session: null });
  });

  it.each(['', '#', '#/', '#/nowhere', '#/chat/', '#/chat/%E0%A4%A'])('%s opens a new chat', (hash) => {
    expect(parseRoute(hash)).toEqual({ view: 'chat', session: null });
  });
});
