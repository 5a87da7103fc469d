/** A headless Chromium for tests of pages: the machine's own, the lightest first, with no word to anyone outside. */

import { existsSync } from "node:fs";

import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";

const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Path of the browser; undefined when there is none. */
export const browserPath: string | undefined = PLACES.find(
  (place) => place !== undefined && existsSync(place),
);

/** True to skip tests that need a browser; on CI its absence is an error instead. */
export const isBrowserAbsent: boolean = browserPath === undefined;
if (isBrowserAbsent && process.env["CI"] !== undefined) {
  throw new Error("There is no Chromium, and on CI no test may skip for that.");
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(browserPath === undefined ? {} : { executablePath: browserPath }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Console output and requests of the page. */
export function listenTo(page: Page): string[] {
  const heard: string[] = [];
  page.on("console", (message) => heard.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => heard.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) heard.push(request.url());
  });
  return heard;
}

/** Pixels by which the page is wider than what is seen of it. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}

/** A fault that axe found on a page: the name of the rule, how bad it is, and the elements. */
export interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * Runs axe on the page as it is now, with all of its rules or with those named in `only`. The page itself forbids
 * scripts, so axe goes in from outside, once for each document.
 */
export async function runAxe(page: Page, only?: readonly string[]): Promise<readonly Violation[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const options = only === undefined ? {} : { runOnly: only };
  const run = `axe.run(document, ${JSON.stringify(options)})`;
  return (await page.evaluate<{ violations: readonly Violation[] }>(run)).violations;
}

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** Serious and critical violations of WCAG 2.2 AA. */
export async function faultsOf(page: Page): Promise<string[]> {
  return (await runAxe(page, WCAG_22_AA))
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id }) => id);
}
