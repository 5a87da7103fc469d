/**
 * TA-Lib's WebAssembly build from the npm package `talib-web`, called at its exports: the package's own wrapper passes
 * one address for two results in places, so that a function writes over what it still reads.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import type { Columns } from "./columns.ts";
import type { Found } from "./deviation.ts";
import { columnOfInput, type Prototype } from "./prototypes.ts";

/** The part of the engine's WebAssembly that is used here; the types of Node.js name it as a namespace only. */
const wasm = (globalThis as unknown as { WebAssembly: WebAssemblyConstructors }).WebAssembly;

interface WebAssemblyConstructors {
  readonly Memory: new (size: { initial: number; maximum: number }) => { buffer: ArrayBuffer };
  readonly Global: new (kind: { value: "i32"; mutable: boolean }, value: number) => object;
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ readonly instance: { readonly exports: object } }>;
}

/** Start of the heap; stack and constants lie below it, as in the package's own loader. */
const HEAP = 5_247_776;
/** Memory that the build declares, no more and no less. */
const MEMORY_PAGES = 256;
/** Most columns and lines of a function. */
const [COLUMNS, LINES] = [4, 3];

/** Numbers that TA-Lib takes for "the default". */
const DEFAULTS: Readonly<Record<string, number>> = {
  int: -2_147_483_648,
  double: -4e37,
  TA_MAType: 0,
};

/** The compiled functions over columns in the memory of the module. */
export interface WasmLibrary {
  /**
   * Runs a function once: copies its columns into the memory of the module, which is too small for all of them, and its
   * lines out of it, as everybody has to who calls it with arrays.
   */
  run(prototype: Prototype): Found;
}

/** Loads the build. */
export async function openWasmLibrary(columns: Columns, rows: number): Promise<WasmLibrary> {
  const folder = dirname(createRequire(import.meta.url).resolve("talib-web"));
  const memory = new wasm.Memory({ initial: MEMORY_PAGES, maximum: MEMORY_PAGES });
  const { instance } = await wasm.instantiate(readFileSync(join(folder, "talib.wasm")), {
    env: {
      memory,
      emscripten_resize_heap: () => 0,
      __stack_pointer: new wasm.Global({ value: "i32", mutable: true }, HEAP),
      __memory_base: new wasm.Global({ value: "i32", mutable: false }, 1024),
    },
    "GOT.mem": {
      __heap_base: new wasm.Global({ value: "i32", mutable: true }, HEAP),
    },
  });
  const call = instance.exports as unknown as Readonly<Record<string, (...of: number[]) => number>>;
  call["__wasm_call_ctors"]!();
  const allocate = (bytes: number): number => {
    const address = call["malloc"]!(bytes);
    if (address === 0) throw new Error(`The module has no ${bytes} bytes left.`);
    return address;
  };
  const ins = Array.from({ length: COLUMNS }, () => allocate(8 * rows));
  const outs = Array.from({ length: LINES }, () => allocate(8 * rows));
  const [begin, count] = [allocate(8), allocate(8)] as const;
  const argumentsOf = (of: Prototype): number[] => [
    ...of.inputs.map((_, k) => ins[k]!),
    ...of.options.map((type) => DEFAULTS[type]!),
    begin,
    count,
    ...of.outputs.map((_, k) => outs[k]!),
  ];
  const results = outs.map(() => new Float64Array(rows));
  return {
    run: (prototype) => {
      for (const [k, input] of prototype.inputs.entries()) {
        const column = columns[columnOfInput(prototype, input)]!;
        new Float64Array(memory.buffer, ins[k], rows).set(column);
      }
      const code = call[`TA_${prototype.name}`]!(0, rows - 1, ...argumentsOf(prototype));
      if (code !== 0) throw new Error(`TA_${prototype.name} returned ${code}`);
      const [first, size] = [begin, count].map((at) => new Int32Array(memory.buffer, at, 1)[0]!);
      const lines = prototype.outputs.map((type, k) => {
        const Kind = type === "int" ? Int32Array : Float64Array;
        results[k]!.set(new Kind(memory.buffer, outs[k], size));
        return results[k]!.subarray(0, size);
      });
      return { begin: first!, lines };
    },
  };
}
