import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";

import manifest from "../package.json" with { type: "json" };

const LIMIT_BYTES = 6 * 1024;
/** Entry points with more routes than fit into the common limit. */
const OWN_LIMIT_BYTES: Readonly<Record<string, number>> = {
  "./auth": 6656,
  "./backtest": 6656,
  "./curation": 7168,
  "./curation/drafts": 6656,
  "./curation/review": 6656,
  "./node": 7168,
};

/** Every entry point that is published, and its source. */
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === "string" ? [] : [[name, target["@bourse/source"]] as const],
);

test.each(entries)(
  "what %s brings is within its limit, minified and gzipped, without zod",
  async (name, source) => {
    const chunk = await bundle(`../${source}`);
    const parts = Object.entries(chunk.modules).map(([id, part]) => `${part.renderedLength} ${id}`);
    const size = gzipSync(chunk.code).length;
    expect(size, parts.join("\n")).toBeLessThanOrEqual(OWN_LIMIT_BYTES[name] ?? LIMIT_BYTES);
  },
);

/** One file as a web page would load it: everything in it but zod. */
async function bundle(entry: string): Promise<Rolldown.OutputChunk> {
  const result = (await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["@bourse/source"] },
    build: {
      write: false,
      minify: true,
      target: "es2023",
      rolldownOptions: {
        input: fileURLToPath(new URL(entry, import.meta.url)),
        external: ["zod"],
        preserveEntrySignatures: "strict",
      },
    },
  })) as Rolldown.RolldownOutput;
  expect(result.output).toHaveLength(1);
  return result.output[0];
}
