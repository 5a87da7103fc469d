import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";

const LIMIT_BYTES = 6 * 1024;

test.each(["auth", "backtest", "events", "execution", "node", "research"])(
  "the %s client is 6 KiB at most, minified and gzipped, without zod",
  async (name) => {
    const chunk = await bundle(`../src/${name}/index.ts`);
    const parts = Object.entries(chunk.modules).map(([id, part]) => `${part.renderedLength} ${id}`);
    const size = gzipSync(chunk.code).length;
    expect(size, parts.join("\n")).toBeLessThanOrEqual(LIMIT_BYTES);
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
