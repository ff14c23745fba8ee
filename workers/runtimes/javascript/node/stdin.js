/* Builds `process.stdin` from the whole input. Imported as text. */
(input) => {
  // The input is there as a whole, so it is one piece.
  let unread = input;
  const listeners = { data: [], readable: [], end: [], close: [] };
  let isFlowing = false;
  const read = () => {
    const text = unread;
    unread = '';
    return text === '' ? null : text;
  };
  const emit = (event, ...values) => listeners[event].forEach((each) => each(...values));
  const flow = () => {
    emit('readable');
    const text = read();
    if (text !== null) emit('data', text);
    emit('end');
    emit('close');
  };
  const listen = (event, listener) => {
    listeners[event]?.push(listener);
    // A microtask: the script adds its other listeners before it.
    if (!isFlowing && (event === 'data' || event === 'readable')) {
      isFlowing = true;
      void Promise.resolve().then(flow);
    }
    return stdin;
  };
  const same = () => stdin;
  const stdin = {
    ...{ fd: 0, isTTY: false, on: listen, once: listen, addListener: listen, read },
    ...{ setEncoding: same, resume: same, pause: same, ref: same, unref: same },
    async *[Symbol.asyncIterator]() {
      const text = read();
      if (text !== null) yield text;
    },
  };
  return stdin;
};
