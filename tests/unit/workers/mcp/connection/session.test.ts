/** The phases of a connection, with links that the test opens and breaks. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { Link } from '#workers/mcp/connection/link.ts';
import { createConnection, type ConnectionDeps, type LinkEvents } from '#workers/mcp/connection/session.ts';
import { fail, McpFailure } from '#workers/mcp/errors/failure.ts';

afterEach(() => vi.useRealTimers());

function setUp(changes: Partial<ConnectionDeps> = {}) {
  const links: { live: LinkEvents; close: ReturnType<typeof vi.fn> }[] = [];
  const connection = createConnection({
    async open(live) {
      const close = vi.fn(async () => undefined);
      links.push({ live, close });
      const link: Partial<Link> = { protocol: 'x', server: {}, hasSession: true, close };
      return { link: link as Link, way: { transport: 'http', era: 'auto' } };
    },
    welcome: async () => undefined,
    explain: async (error) => error,
    onState: () => undefined,
    now: () => Date.now(),
    ...changes,
  });
  return { connection, links };
}

const soon = () => AbortSignal.timeout(5_000);

describe('a connection', () => {
  it('is opened once for all who need it', async () => {
    const { connection, links } = setUp();
    const [one, other] = await Promise.all([connection.link(soon()), connection.link(soon())]);
    expect(one).toBe(other);
    expect(links).toHaveLength(1);
    expect(connection.state()).toMatchObject({ type: 'ready', protocol: 'x', transport: 'http' });
  });

  it('fails, and tries again with a growing delay, when its link is lost', async () => {
    const { connection, links } = setUp();
    await connection.link(soon());
    vi.useFakeTimers();
    for (const delay of [mcpLimits.retryMs, mcpLimits.retryMs * 2]) {
      links.at(-1)?.live.lost();
      expect(connection.state()).toMatchObject({ type: 'failed', retryAt: Date.now() + delay });
      await vi.advanceTimersByTimeAsync(delay);
      expect(connection.state()).toMatchObject({ type: 'ready' });
    }
    expect(links).toHaveLength(3);
    expect(links[0]?.close).toHaveBeenCalled();
  });

  it('is not ready where its link is lost while the offers are read', async () => {
    const { connection, links } = setUp({ welcome: async () => links.at(-1)?.live.lost() });
    await expect(connection.link(soon())).rejects.toMatchObject({ error: { type: 'unreachable' } });
    expect(connection.state()).toMatchObject({ type: 'failed', error: { type: 'unreachable' } });
    connection.close('off', { type: 'switched_off' });
  });

  it('ignores what a link reports after it was closed', async () => {
    const { connection, links } = setUp();
    await connection.link(soon());
    connection.close('idle', { type: 'cancelled' });
    links[0]?.live.broke({ type: 'stream_too_large' });
    expect(connection.state()).toEqual({ type: 'idle' });
  });

  it('ends an attempt that is under way when it is switched off', async () => {
    const { connection } = setUp({ open: (_, signal) => until(signal) });
    const linked = connection.link(soon());
    await vi.waitFor(() => expect(connection.state()).toEqual({ type: 'connecting' }));
    connection.close('off', { type: 'switched_off' });
    await expect(linked).rejects.toMatchObject({ error: { type: 'switched_off' } });
    expect(connection.state()).toEqual({ type: 'off' });
    await expect(connection.link(soon())).rejects.toMatchObject({ error: { type: 'switched_off' } });
  });

  it('repeats only what an expired session kept from being done', async () => {
    const { connection, links } = setUp();
    const expired = new McpFailure({ type: 'wrong_path', status: 404 });
    const work = vi.fn().mockRejectedValueOnce(expired).mockResolvedValue('done');
    expect(await connection.use(work, soon())).toBe('done');
    expect(links).toHaveLength(2);
    const refused = vi.fn().mockRejectedValue(fail('refused'));
    await expect(connection.use(refused, soon())).rejects.toMatchObject({ error: { type: 'refused' } });
    expect(refused).toHaveBeenCalledOnce();
    expect(connection.state()).toMatchObject({ type: 'ready' });
  });
});

function until(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
