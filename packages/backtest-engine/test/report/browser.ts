/** A headless Chromium for tests of pages: the machine's own, with no word to anyone outside. */

import { existsSync } from "node:fs";

import { chromium, type Browser } from "playwright-core";

const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

const executable: string | undefined = PLACES.find(
  (place) => place !== undefined && existsSync(place),
);

/** Whether to skip what needs a browser; on CI its absence is an error instead. */
export const isBrowserAbsent: boolean = executable === undefined;
if (isBrowserAbsent && process.env["CI"] !== undefined) {
  throw new Error("There is no Chromium, and on CI no test may skip for that.");
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
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
