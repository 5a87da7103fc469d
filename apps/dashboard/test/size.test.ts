import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "vite";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

test("the built page is at most 60 kB of compressed JavaScript and 12 kB of style sheet, and asks nobody but its own server", async () => {
  const built = await build({
    configFile: `${root}vite.config.ts`,
    root: `${root}page`,
    logLevel: "silent",
    build: { write: false },
  });
  if (!("output" in built)) throw new Error("expected one build");
  const scripts = built.output.filter((file) => file.type === "chunk");
  const size = scripts.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  expect(size).toBeLessThanOrEqual(60 * 1024);
  expect(size).toBeGreaterThan(10 * 1024);
  const styles = built.output.filter(({ fileName }) => fileName.endsWith(".css"));
  const bytes = styles.reduce(
    (sum, file) => sum + (file.type === "asset" ? Buffer.byteLength(file.source) : 0),
    0,
  );
  expect(bytes).toBeLessThanOrEqual(12 * 1024);
  expect(bytes).toBeGreaterThan(1024);
  const page = built.output.find((file) => file.fileName === "index.html");
  const text = page?.type === "asset" ? String(page.source) : "";
  expect(text).not.toMatch(/https?:\/\/|<script(?![^>]*\bsrc=)|\sstyle=|<style/u);
  expect(readFileSync(`${root}page/index.html`, "utf8")).toContain('lang="en"');
});
