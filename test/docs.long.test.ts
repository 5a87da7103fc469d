/** The site that `npm run docs` builds, as a browser without a network sees it. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { preview, type PreviewServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { faultsOf, isBrowserAbsent, listenTo, openBrowser, overflowOf } from "./support/browser.ts";
import { packages, root } from "./support/workspace.ts";

const SITE = join(root, "docs/.vitepress/dist");
const guides = readdirSync(join(root, "docs/guides")).map((name) => name.replace(/\.md$/, ""));

/** Specifiers of everything that can be imported, for people: with types. */
const modules = packages()
  .filter(({ manifest }) => manifest.private !== true)
  .flatMap(({ manifest: { name, exports } }) =>
    Object.entries(exports ?? {})
      .filter(([, target]) => typeof target === "object" && "types" in target)
      .map(([path]) => join(name, path)),
  );

describe("the documentation", () => {
  let server: PreviewServer;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    execFileSync(process.execPath, ["docs/build.mjs"], { cwd: root, stdio: "pipe" });
    server = await preview({
      root: join(root, "docs"),
      configFile: false,
      logLevel: "silent",
      build: { outDir: SITE },
      preview: { host: "127.0.0.1", port: 0 },
    });
    url = server.resolvedUrls?.local[0] ?? "";
  }, 300_000);
  afterAll(() => server.close());

  test("has a page for every guide", () => {
    expect(guides.length).toBeGreaterThanOrEqual(6);
    for (const name of guides) expect(existsSync(join(SITE, `guides/${name}.html`))).toBe(true);
  });

  test("has every module that can be imported in its reference", async () => {
    const text = await (await fetch(`${url}reference/index.html`)).text();
    expect(modules.length).toBeGreaterThan(60);
    expect(modules.filter((name) => !text.includes(`>${name}<`))).toEqual([]);
  });

  describe.skipIf(isBrowserAbsent)("in a browser", () => {
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());

    /** Opens a path and waits until the page listens to keys; resolves with it and with what it requested and told. */
    async function open(path: string): Promise<{ page: Page; heard: string[] }> {
      const page = await browser.newPage();
      const heard = listenTo(page);
      await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
      await page.waitForFunction("document.querySelector('#app').__vue_app__ !== undefined");
      return { page, heard };
    }

    test.each([
      "",
      ...guides.map((name) => `guides/${name}.html`),
      "reference/@bourse/client.html",
    ])(
      "/%s asks nobody else, tells no error, fits a phone, and can be read by everyone",
      async (path) => {
        const { page, heard } = await open(path);
        await page.setViewportSize({ width: 390, height: 844 });
        expect(heard.filter((line) => !line.startsWith(url))).toEqual([]);
        expect(await page.locator("h1").count()).toBe(1);
        expect(await overflowOf(page)).toBe(0);
        expect(await faultsOf(page)).toEqual([]);
        await page.close();
      },
    );

    test("finds an export and a guide by the search, without a service", async () => {
      const { page, heard } = await open("guides/call-a-server.html");
      for (const [words, link] of [
        ["createAuthCore", "/reference/@bourse/auth-core.html"],
        ["store adapter", "/guides/write-a-store-adapter.html"],
      ] as const) {
        await page.keyboard.press("ControlOrMeta+k");
        await page.locator(".VPLocalSearchBox input").fill(words);
        const found = page.locator(`.VPLocalSearchBox a[href^="${link}"]`).first();
        await found.waitFor();
        await found.click();
        await page.waitForURL((target) => target.pathname === link);
      }
      expect(heard.filter((line) => !line.startsWith(url))).toEqual([]);
      await page.close();
    });
  });
});
