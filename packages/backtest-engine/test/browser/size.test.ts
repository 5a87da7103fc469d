/** The weight of backtests in a page: packed, installed outside of the workspace and bundled. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { buildAndPack, packedApp, type PackedApp } from "../../../client/test/packed-app.ts";

/** Most of what a page loads for a strategy of its own, its backtest, metrics and ten indicators. */
const LIMIT_KB = 30;
/** Most of what the README claims more than a page weighs. */
const SLACK_BYTES = 1500;

const INDICATORS =
  "sma, ema, wma, rsi, macd, atr, stochastic, bollinger, highest, standardDeviation";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
const tarballs = mkdtempSync(join(tmpdir(), "bourse-engine-packed-"));
let app: PackedApp;

beforeAll(() => {
  app = packedApp(buildAndPack(["kernel", "indicators", "backtest-engine"], tarballs), {
    kernel: ["@noble/hashes", "fflate"],
  });
}, 300_000);

afterAll(() => {
  app?.remove();
  rmSync(tarballs, { recursive: true, force: true });
});

const PAGE = `
  import { backtest, computeMetrics, createCandles, defineStrategy } from "@bourse/backtest-engine/browser";
  import { ${INDICATORS} } from "@bourse/indicators";
  globalThis.page = [backtest, computeMetrics, createCandles, defineStrategy, ${INDICATORS}];`;

const POOL = `
  import { createBacktestPool } from "@bourse/backtest-engine/browser";
  globalThis.page = createBacktestPool;`;

describe.each(["vite", "esbuild", "webpack"] as const)("a page that %s bundles", (bundler) => {
  test("with a backtest, metrics and ten indicators is within its limit, and weighs what the README claims", async () => {
    const { gzipBytes, files } = await app[bundler](PAGE);
    const claim = claimed(/strategy, its backtest, its metrics and ten indicators, ([\d.]+) KB/u);
    expect(gzipBytes, files.join("\n")).toBeLessThanOrEqual(claim);
    expect(claim / 1000).toBeLessThanOrEqual(LIMIT_KB);
    expect(gzipBytes + SLACK_BYTES).toBeGreaterThan(claim);
  });
});

test("a page with the pool alone weighs what the README claims", async () => {
  const { gzipBytes } = await app.esbuild(POOL);
  const claim = claimed(/the pool alone ([\d.]+) KB/u);
  expect(gzipBytes).toBeLessThanOrEqual(claim);
  expect(gzipBytes + SLACK_BYTES).toBeGreaterThan(claim);
});

function claimed(pattern: RegExp): number {
  return Number(pattern.exec(readme.replaceAll("\n", " "))?.[1]) * 1000;
}
