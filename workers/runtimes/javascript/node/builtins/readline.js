/* `node:readline` over the whole input: lines, and answers to questions. */
const EventEmitter = require('events');

class Interface extends EventEmitter {
  constructor({ input, output } = {}) {
    super();
    Object.assign(this, { input, output, closed: false });
    this.on('newListener', (name) => name === 'line' && this.start());
  }
  lines() {
    const text = this.input?.read?.() ?? '';
    this.rest ??= text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
    return this.rest;
  }
  start() {
    if (this.started) return;
    this.started = true;
    void Promise.resolve().then(() => {
      while (this.lines().length > 0 && !this.closed) this.emit('line', this.rest.shift());
      this.close();
    });
  }
  question(text, ...more) {
    this.output?.write?.(text);
    const answer = this.lines().shift() ?? '';
    setTimeout(more.at(-1), 0, answer);
  }
  setPrompt() {}
  prompt() {}
  write() {}
  pause() {
    return this;
  }
  resume() {
    return this;
  }
  close() {
    if (this.closed) return;
    this.closed = true;
    this.emit('close');
  }
  async *[Symbol.asyncIterator]() {
    while (this.lines().length > 0 && !this.closed) yield this.rest.shift();
    this.close();
  }
}
exports.Interface = Interface;
exports.createInterface = (options, output) =>
  new Interface(options?.input ? options : { input: options, output });
exports.promises = {
  Interface,
  createInterface: (...values) => {
    const made = exports.createInterface(...values);
    const ask = made.question.bind(made);
    made.question = (text) => new Promise((resolve) => ask(text, resolve));
    return made;
  },
};
