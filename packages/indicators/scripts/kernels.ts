/** The kernels of the indicators: the AssemblyScript of `kernels/`, compiled to WebAssembly. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { main } from "assemblyscript/asc";

const FOLDER = fileURLToPath(new URL("../kernels/", import.meta.url));

/** No runtime and no imports; 4 MB of memory, no more and no less. */
const OPTIONS =
  "-O3 --noAssert --converge --runtime stub --enable simd --use abort= --initialMemory 64 --maximumMemory 64".split(
    " ",
  );

/** Compiles the kernels. Throws what the compiler says when it finds an error. */
export async function compiledKernels(): Promise<Uint8Array> {
  let compiled: Uint8Array | undefined;
  const said: string[] = [];
  const { error } = await main(["index.ts", "--outFile", "kernels.wasm", ...OPTIONS], {
    readFile: (name) => {
      try {
        return readFileSync(join(FOLDER, name), "utf8");
      } catch {
        return null;
      }
    },
    writeFile: (_name, contents) => {
      if (typeof contents !== "string") compiled = contents;
    },
    listFiles: () => [],
    stderr: { write: (text) => said.push(String(text)) },
  });
  if (error !== null || compiled === undefined) throw new Error(said.join(""), { cause: error });
  return compiled;
}
