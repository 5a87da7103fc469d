import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "vite";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const zipped = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

test("the built page is within its weight and asks nobody but its own server", async () => {
  const built = await build({
    configFile: `${root}vite.config.ts`,
    root: `${root}page`,
    logLevel: "silent",
    build: { write: false },
  });
  if (!("output" in built)) throw new Error("expected one build");
  const scripts = built.output.filter((file) => file.type === "chunk");
  const styles = built.output.filter((file) => file.fileName.endsWith(".css"));
  const scriptBytes = scripts.reduce((sum, { code }) => sum + zipped(code), 0);
  const styleBytes = styles.reduce(
    (sum, file) => sum + (file.type === "asset" ? zipped(file.source) : 0),
    0,
  );
  expect(scriptBytes).toBeLessThanOrEqual(120 * 1024);
  expect(scriptBytes).toBeGreaterThan(30 * 1024);
  expect(styleBytes).toBeLessThanOrEqual(12 * 1024);
  expect(styleBytes).toBeGreaterThan(1024);
  const page = built.output.find((file) => file.fileName === "index.html");
  const text = page?.type === "asset" ? String(page.source) : "";
  expect(text).not.toMatch(/https?:\/\/|<script(?![^>]*\bsrc=)|\sstyle=|<style/u);
});
