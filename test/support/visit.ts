/** Checks in a browser of everything that each web page of a server keeps to. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";

import { overflowOf, runAxe } from "./browser.ts";
import { root } from "./workspace.ts";

const artifacts = join(root, "artifacts");

/** A page under test, with the faults that the browser has told of so far. */
export interface Visit {
  readonly page: Page;
  /** Console messages, failed scripts and requests to anyone but the server, which a good page has none of. */
  readonly faults: readonly string[];
}

/** Opens `url` in a context of its own, 1440 pixels wide. A message of `allowed` is no fault. */
export async function visit(
  browser: Browser,
  url: string,
  { allowed }: { readonly allowed?: RegExp } = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const faults = watchFaults(page, new URL(url).origin, allowed);
  await page.goto(url);
  return { page, faults };
}

function watchFaults(page: Page, origin: string, allowed?: RegExp): readonly string[] {
  const faults: string[] = [];
  const add = (text: string): void => {
    if (allowed?.test(text) !== true) faults.push(text);
  };
  page.on("console", (message) => add(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => add(`error: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url().replace(/^ws/, "http"));
    if (protocol.startsWith("http") && asked !== origin) add(`request: ${request.url()}`);
  });
  return faults;
}

/** Rules that the colours decide; the others ask for the elements, which are the same in light and dark. */
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Looks at the page as it is now, wide and narrow, light and dark: axe finds nothing at all, nothing is wider than the
 * page, and a picture of each look is in `artifacts/NAME-LOOK.png`.
 */
export async function look(page: Page, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  const before = page.viewportSize();
  for (const [size, width, height] of [
    ["wide", 1440, 900],
    ["narrow", 320, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [colorScheme, rules] of [
      ["light", undefined],
      ["dark", RULES_OF_COLOURS],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const place = `${name}, ${size}, ${colorScheme}`;
      await expect
        .poll(() => overflowOf(page), { message: `${place}: pixels too wide` })
        .toBeLessThanOrEqual(0);
      expect(await violationsOf(page, rules), place).toEqual([]);
      const path = join(artifacts, `${name}-${size}-${colorScheme}.png`);
      await page.screenshot({ path });
    }
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Every violation that axe knows of, with the first element of each. */
async function violationsOf(page: Page, only?: readonly string[]): Promise<string[]> {
  return (await runAxe(page, only)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
