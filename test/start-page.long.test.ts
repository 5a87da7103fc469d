/** The root of each server as a browser and as a program meet it. */

import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { faultsOf, isBrowserAbsent, listenTo, openBrowser, overflowOf } from "./support/browser.ts";
import { SERVICES, startService } from "./support/services.ts";
import { visit } from "./support/visit.ts";
import { root } from "./support/workspace.ts";

interface Root {
  readonly name: string;
  readonly service: string;
  readonly title: string;
  readonly health: string;
  /** True for a server with sockets or streams of events. */
  readonly hasFeeds?: boolean;
  /** Folder of the page that browsers get where it is built; without one they get the start page. */
  readonly app?: string;
  /** Setting of the port, for a port of a node; else the server's own URL is meant. */
  readonly port?: string;
}

const ROOTS: readonly Root[] = [
  {
    name: "auth",
    service: "auth",
    title: "Bourse access control",
    health: "/health",
    app: "apps/access-console",
  },
  {
    name: "curation",
    service: "curation",
    title: "Bourse market curation",
    health: "/health",
    hasFeeds: true,
    app: "apps/curation-desk",
  },
  {
    name: "backtest",
    service: "backtest",
    title: "Bourse backtesting and trading job service",
    health: "/api/health",
    hasFeeds: true,
    app: "apps/backtest-studio",
  },
  {
    name: "node-internal",
    service: "node",
    title: "Bourse node, internal API",
    health: "/health",
    port: "INTERNAL_API_PORT",
  },
  {
    name: "node-external",
    service: "node",
    title: "Bourse node, external API",
    health: "/health",
    port: "EXTERNAL_API_PORT",
  },
];
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8";
const artifacts = join(root, "artifacts");

async function start({ service: name, port }: Root): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "bourse-start-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const service = SERVICES.find((one) => one.name === name)!;
  const { url } = await startService(service, folder);
  return port === undefined ? url : `http://127.0.0.1:${service.variables[port]}`;
}

let browser: Browser | undefined;
beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  if (!isBrowserAbsent) browser = await openBrowser();
});
afterAll(() => browser?.close());

test.each(ROOTS)(
  "$name answers a browser with a page whose links and calls work, and a program with the same facts as JSON",
  { timeout: 60_000 },
  async (service) => {
    const url = await start(service);
    await checkAnswers(url, service);
    if (browser === undefined) return;
    if (isBuilt(service)) {
      await checkApp(browser, url);
      return;
    }
    const page = await browser.newPage();
    const heard = listenTo(page);
    await page.goto(url);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(service.title);
    expect(heard).toEqual([`${url}/`]);
    const links = await page.getByRole("link").allTextContents();
    expect(links).toEqual([
      "/docs",
      "/openapi.json",
      ...(service.hasFeeds === true ? ["/asyncapi.json"] : []),
      service.health,
      "/readyz",
    ]);
    expect(await page.getByText("This server runs. It is ready.").count()).toBe(1);
    const health = await page.getByRole("region", { name: "Health" }).textContent();
    expect(health).toBe(`curl ${url}${service.health}`);
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

/** True where browsers get the page of an app: tests run with and without a build. */
function isBuilt({ app }: Root): boolean {
  return app !== undefined && existsSync(join(root, app, "dist/page/index.html"));
}

/** The app's own tests walk through it: here it is the one that opens, and it leads to the documents. */
async function checkApp(browser: Browser, url: string): Promise<void> {
  const { page, faults } = await visit(browser, url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("link", { name: "API documents", exact: true }).click();
  await page.waitForURL(`${url}/docs`);
  expect(faults).toEqual([]);
  await page.context().close();
}

async function checkAnswers(url: string, service: Root): Promise<void> {
  const { title, health } = service;
  const page = await fetch(url, { headers: { accept: BROWSER } });
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-security-policy")).toMatch(
    isBuilt(service)
      ? /^default-src 'none';\s?script-src 'self';\s?style-src 'self';/
      : /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.9"]) {
    const data = await fetch(url, { headers: { accept } });
    expect([accept, data.status]).toEqual([accept, 200]);
    expect(data.headers.get("content-type")).toBe("application/json");
    expect(data.headers.get("vary")).toBe("Accept");
    expect(await data.json()).toMatchObject({
      name: title,
      status: "ready",
      docs: "/docs",
      openapi: "/openapi.json",
      health,
      live: "/livez",
      ready: "/readyz",
    });
  }
  const changed = await fetch(url, { method: "POST", headers: { accept: BROWSER } });
  expect([changed.status, changed.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
}

/** Makes the call that the page shows, as a shell would read it. */
async function statusOfCall(call: string): Promise<number> {
  const [, method = "GET", target = "", type = "", body = ""] =
    /^curl (?:-X (POST) )?(\S+)(?: \\\n {2}-H 'content-type: (\S+)' \\\n {2}-d '(.*)')?$/.exec(
      call,
    ) ?? [];
  const sent = method === "GET" ? {} : { headers: { "content-type": type }, body };
  const answer = await fetch(target, { method, ...sent });
  await answer.body?.cancel();
  return answer.status;
}
