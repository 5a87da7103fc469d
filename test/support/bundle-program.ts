/** A program of a test in one file, which starts several times as fast as its sources: for one that is killed often. */

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { build } from "esbuild";

const REQUIRE = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

/** Bundles a program into a folder. */
export async function bundleProgram(program: URL, folder: string): Promise<URL> {
  const outfile = join(folder, "program.mjs");
  await build({
    entryPoints: [fileURLToPath(program)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@bourse/source"],
    banner: { js: REQUIRE },
    logLevel: "error",
  });
  return pathToFileURL(outfile);
}
