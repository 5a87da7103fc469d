/** The access console over a real server: built once into a folder of its own, with people who sign in to it. */

import { fileURLToPath } from "node:url";

import { createManualClock } from "@bourse/kernel";
import type { Page } from "playwright-core";
import { build } from "vite";

import { PASSWORD } from "./calls.ts";
import { runTestServer, type TestServer, type TestServerOptions } from "./running-server.ts";
import { tempFolder } from "./temp-folder.ts";

const app = fileURLToPath(new URL("../../../../apps/access-console/", import.meta.url));

/** Builds the page into a folder of its own: what is in dist is being read by others. */
export async function buildConsole(atEnd: Parameters<typeof tempFolder>[0]): Promise<string> {
  const outDir = await tempFolder(atEnd);
  await build({
    configFile: `${app}vite.config.ts`,
    root: `${app}page`,
    logLevel: "error",
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}

/** The server in this process with the page at `/`. */
export function runConsole(
  pageDirectory: string,
  variables: Readonly<Record<string, string>> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  // The browser's clock is the machine's own.
  const clock = createManualClock({ now: Date.now() });
  return runTestServer(variables, { clock, pageDirectory, ...options });
}

/** Enters a key of the server's settings from the sign-in on, as its operator does. */
export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByRole("link", { name: "Enter its key" }).click();
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Open" }).click();
}

/** Signs in by e-mail, as a person does. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const enter = page.getByRole("button", { name: "Sign in", exact: true });
  // The page of an account, which may still be there after a sign-out, has fields of these names, too.
  const form = page.locator("form").filter({ has: enter });
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await enter.click();
}
