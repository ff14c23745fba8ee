/** Fills a fresh app with content to show: models, agents, files, chats, calls and an active run. */

/** @typedef {Record<'plan' | 'files' | 'error' | 'running' | 'question' | 'agent' | 'model' | 'server', string>} Facts ids of what was made */

/** @param {import('@playwright/test').Page} page @param {string} baseUrl @returns {Promise<Facts>} */
export async function fill(page, baseUrl) {
  const facts = await page.evaluate(async (address) => {
    const { oneclaw } = /** @type {any} */ (window);
    const model = await oneclaw.providers.save({
      kind: 'openai-chat',
      label: 'My server',
      baseUrl: address,
      model: 'qwen3-32b',
      apiKey: 'sk-gallery',
    });
    await oneclaw.providers.save({
      kind: 'anthropic',
      label: 'Anthropic',
      baseUrl: 'https://api.anthropic.com',
      model: 'claude-sonnet-4-5',
    });
    const agent = await oneclaw.agents.save({
      name: 'Researcher',
      systemPrompt: 'You look things up and name your sources.',
      tools: ['group:network', 'get_current_time'],
      approval: { default: 'ask' },
    });
    // Nothing listens at this address, so the page shows the help for connection failures.
    const server = await oneclaw.mcp.add({ name: 'Notes', url: 'http://127.0.0.1:9/mcp' });
    const ask = async (/** @type {string} */ text) =>
      (await oneclaw.chat.send(text, { provider: model })).session;
    const plan = await ask('Make a plan for a day in Lisbon');
    const files = await ask('Write two files and read a third');
    const error = await ask('This will be denied');
    for (let at = 0; at < 3; at++) await oneclaw.tools.call('get_current_time', {});
    /** Starts a run and resolves with its session while the run is active. */
    const begin = (/** @type {string} */ text) =>
      new Promise((resolve) => {
        const stop = oneclaw.on((/** @type {{ type: string, session: string }} */ { type, session }) => {
          if (type !== 'run-start') return;
          stop();
          resolve(session);
        });
        void oneclaw.chat.send(text, { provider: model });
      });
    const running = await begin('Think about it for a while');
    const question = await begin('Get my trip ready');
    return { plan, files, error, running, question, agent, model, server };
  }, baseUrl);
  // A waiting question is announced on every screen until it is dismissed; dismiss it.
  await page.locator('[role=status] .icon-button').last().click();
  return facts;
}
