/* Bytes as the host takes them. */
() => {
  const bufferOf = (value) => {
    if (value instanceof ArrayBuffer) return value;
    if (ArrayBuffer.isView(value))
      return value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength);
    throw new TypeError('Expected an ArrayBuffer or a typed array.');
  };
  const content = (value) => (typeof value === 'string' ? value : bufferOf(value));
  return { bufferOf, content };
};
