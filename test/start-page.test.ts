/** The root of each server as a browser and as a program meet it. */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { faultsOf, isBrowserAbsent, listenTo, openBrowser, overflowOf } from "./support/browser.ts";
import { startProcess, type ServerProcess } from "./support/server-process.ts";
import { root } from "./support/workspace.ts";

const SERVICES = [
  { name: "auth", port: "AUTH_PORT", title: "Bourse access control", health: "/health" },
  { name: "curation", port: "CURATION_PORT", title: "Bourse market curation", health: "/health" },
  {
    name: "backtest",
    port: "BACKTEST_PORT",
    title: "Bourse backtesting and trading job service",
    health: "/api/health",
  },
] as const;
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8";
const artifacts = join(root, "artifacts");

async function start({ name, port }: (typeof SERVICES)[number]): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "bourse-start-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const main = join(root, "servers", name, "src/main.ts");
  return await startProcess(main, {
    [port]: "0",
    DATA_DIR: folder,
    DATA_PROVIDER: "simulated",
    WORKERS: "1",
  });
}

let browser: Browser | undefined;
beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  if (!isBrowserAbsent) browser = await openBrowser();
});
afterAll(() => browser?.close());

test.each(SERVICES)(
  "$name answers a browser with a page whose links and first call work, and a program with the documented error",
  { timeout: 60_000 },
  async (service) => {
    const { url } = await start(service);
    await checkAnswers(url);
    if (browser === undefined) return;
    const page = await browser.newPage();
    const heard = listenTo(page);
    await page.goto(url);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(service.title);
    expect(heard).toEqual([`${url}/`]);
    const links = await page.getByRole("link").allTextContents();
    expect(links).toEqual(["/docs", "/openapi.json", service.health]);
    for (const link of links) expect((await fetch(url + link)).status, link).toBe(200);
    const call = await page.getByRole("region", { name: "First call" }).textContent();
    expect([200, 201], call ?? "").toContain(await statusOfCall(call ?? ""));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 1000]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflowOf(page)).toBe(0);
        const name = `start-${service.name}-${colorScheme}-${width}.png`;
        await page.screenshot({ path: join(artifacts, name) });
      }
      expect(await faultsOf(page)).toEqual([]);
    }
    await page.close();
  },
);

async function checkAnswers(url: string): Promise<void> {
  const page = await fetch(url, { headers: { accept: BROWSER } });
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.9"]) {
    const data = await fetch(url, { headers: { accept } });
    expect([accept, data.status]).toEqual([accept, 404]);
    expect(data.headers.get("content-type")).toMatch(/^application\/(?:problem\+)?json/);
  }
  const changed = await fetch(url, { method: "POST", headers: { accept: BROWSER } });
  expect(changed.status).toBe(404);
}

/** Makes the call that the page shows, as a shell would read it. */
async function statusOfCall(call: string): Promise<number> {
  const [, target = "", type = "", body = ""] =
    /^curl -X POST (\S+) \\\n {2}-H 'content-type: (\S+)' \\\n {2}-d '(.*)'$/.exec(call) ?? [];
  const answer = await fetch(target, { method: "POST", headers: { "content-type": type }, body });
  await answer.body?.cancel();
  return answer.status;
}
