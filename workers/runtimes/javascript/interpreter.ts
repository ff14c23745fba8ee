/** One instance of QuickJS with a bound on its memory. */
// An interpreter in WebAssembly: a script cannot touch the worker around it, and can be interrupted.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

/** WebAssembly pages of 64 KiB: 128 MB. QuickJS's own limit does not count the bytes of its allocations in this build. */
const mostPages = 2_048;
const firstPages = 256;

export type Interpreter = {
  quickJs: QuickJSWASMModule;
  /** Whether its memory is used up, so that not even an error can be described. */
  isFull(): boolean;
};

/** The scripts of a conversation share one, until one of them makes it unusable. */
export async function createInterpreter(wasmModule?: WebAssembly.Module): Promise<Interpreter> {
  const wasmMemory = new WebAssembly.Memory({ initial: firstPages, maximum: mostPages });
  const quickJs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmMemory, ...(wasmModule ? { wasmModule } : {}) }),
  );
  return { quickJs, isFull: () => wasmMemory.buffer.byteLength > mostPages * 65_536 * 0.9 };
}
