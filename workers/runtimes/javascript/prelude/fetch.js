/* `fetch` and its responses, through the network port of the host. */
({ host, define, content, Headers }) => {
  class Response {
    #body;
    constructor(facts, body) {
      Object.assign(this, facts);
      this.#body = body;
      this.headers = new Headers(facts.headers);
    }
    get ok() {
      return this.status >= 200 && this.status < 300;
    }
    async arrayBuffer() {
      return this.#body;
    }
    async bytes() {
      return new Uint8Array(this.#body);
    }
    async text() {
      return host('decode', 'utf-8', this.#body);
    }
    async json() {
      return JSON.parse(await this.text());
    }
  }
  define('fetch', async (url, { method = 'GET', headers = {}, body } = {}) => {
    const plain = Object.fromEntries(new Headers(headers));
    const answer = await host(
      'fetch',
      String(url),
      String(method),
      JSON.stringify(plain),
      body === undefined || body === null ? null : content(body),
    );
    const facts = JSON.parse(await host('responseFacts', answer));
    if (facts.truncated) throw new Error(`The answer of ${facts.url} is longer than 10 MB.`);
    return new Response(facts, await host('responseBody', answer));
  });
};
