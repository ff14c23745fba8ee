/** One instance of QuickJS with a memory limit. */
// The interpreter runs in WebAssembly, so a script cannot access the worker around it and can be interrupted.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

/**
 * Maximum WebAssembly pages of 64 KiB: 128 MB. In this build, QuickJS's own limit does not count the bytes of
 * its allocations.
 */
const maxPages = 2_048;
const firstPages = 256;

export type Interpreter = {
  quickJs: QuickJSWASMModule;
  /** True if its memory is exhausted, so that not even an error can be formatted. */
  isFull(): boolean;
};

/** The scripts of a conversation share one instance until one of them breaks it. */
export async function createInterpreter(wasmModule?: WebAssembly.Module): Promise<Interpreter> {
  const wasmMemory = new WebAssembly.Memory({ initial: firstPages, maximum: maxPages });
  const quickJs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmMemory, ...(wasmModule ? { wasmModule } : {}) }),
  );
  return { quickJs, isFull: () => wasmMemory.buffer.byteLength > maxPages * 65_536 * 0.9 };
}
