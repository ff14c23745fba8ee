/**
 * Texts that cross between the host and QuickJS. Its C functions end a text at the first NUL and cannot hold
 * half a surrogate pair, so such a text crosses as JSON, which escapes both.
 */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';

export type Texts = {
  /** The text of a string value. */
  read(handle: QuickJSHandle): string;
  /** A string value of a text. */
  make(text: string): QuickJSHandle;
  /** An `Error` with this message. */
  error(message: string): QuickJSHandle;
};

/** Call it before the first script, which may replace `JSON`. */
export function openTexts(context: QuickJSContext): Texts {
  const take = (code: string) => context.unwrapResult(context.evalCode(code));
  const [parse, stringify] = [take('JSON.parse'), take('JSON.stringify')];

  function read(handle: QuickJSHandle): string {
    const text = context.getString(handle);
    const length = context.getProp(handle, 'length').consume((value) => context.getNumber(value));
    // Half a surrogate pair arrives as replacement characters.
    if (text.length === length && !text.includes('\ufffd')) return text;
    const json = context.unwrapResult(context.callFunction(stringify, context.undefined, handle));
    return JSON.parse(json.consume((value) => context.getString(value))) as string;
  }

  function make(text: string): QuickJSHandle {
    if (!text.includes('\0') && text.isWellFormed()) return context.newString(text);
    return context
      .newString(JSON.stringify(text))
      .consume((json) => context.unwrapResult(context.callFunction(parse, context.undefined, json)));
  }

  return {
    read,
    make,
    error(message) {
      const error = context.newError('');
      make(message).consume((value) => context.setProp(error, 'message', value));
      return error;
    },
  };
}

/** The source of a module, which the interpreter reads up to the first NUL. In strings and patterns both mean the same. */
export function withoutNul(source: string): string {
  return source.replaceAll('\0', String.raw`\x00`);
}
