/** The web page over a real server: built once into a folder of its own, with people who sign in to it. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createPasswordHasher } from "@bourse/credentials";
import { readEnvironment } from "@bourse/http";
import type { Clock } from "@bourse/kernel";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { build } from "vite";

import { listenTo } from "../../../../test/support/browser.ts";
import { curationEnvironment } from "../../src/environment.ts";
import { startCurationServer } from "../../src/start.ts";
import { callsTo, type Calls } from "./calls.ts";
import { ADMIN_EMAIL, adminCodeIn, join as register, walletOf, type Person } from "./people.ts";

const app = fileURLToPath(new URL("../../../../apps/curation-desk/", import.meta.url));

/** Password of everybody here. */
export const PASSWORD = "correct horse battery";

export interface Desk extends Calls {
  readonly admin: Person;
  /** Folder of the server's files. */
  readonly dataDir: string;
  close(): Promise<void>;
}

type AtEnd = (work: () => Promise<void>) => void;

/** Builds the page; the folder is removed at the end. */
export async function buildDesk(atEnd: AtEnd): Promise<string> {
  // A folder of its own: what is in dist is being read by others.
  const outDir = await mkdtemp(join(tmpdir(), "bourse-desk-"));
  atEnd(() => rm(outDir, { recursive: true, force: true }));
  await build({
    configFile: `${app}vite.config.ts`,
    root: `${app}page`,
    logLevel: "error",
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}

/** The server in this process with the page at `/`, and an admin who signs in by {@link ADMIN_EMAIL}. */
export async function startDesk(
  pageDirectory: string,
  atEnd: AtEnd,
  variables: Readonly<Record<string, string>> = {},
  parts: { readonly clock?: Clock } = {},
): Promise<Desk> {
  const dataDir = variables["DATA_DIR"] ?? (await mkdtemp(join(tmpdir(), "bourse-desk-data-")));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const config = readEnvironment(curationEnvironment, {
    CURATION_PORT: "0",
    CURATION_STORE_URL: "memory:",
    LOG_LEVEL: "silent",
    ADMIN_EMAILS: ADMIN_EMAIL,
    DATA_DIR: dataDir,
    WRITES_PER_MINUTE: "100000",
    ...variables,
  });
  const hasher = createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 });
  const server = await startCurationServer(config, undefined, { hasher, pageDirectory, ...parts });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= server.close());
  atEnd(close);
  const calls = callsTo(server.url);
  const admin_code = await adminCodeIn(dataDir);
  const admin = await register(calls, "chief", {
    email: ADMIN_EMAIL,
    password: PASSWORD,
    admin_code,
  });
  return { ...calls, admin, dataDir, close };
}

/** An account that signs in by `<name>@example.com` and {@link PASSWORD}, with the roles. */
export async function enrol(
  desk: Desk,
  name: string,
  roles: readonly string[] = [],
): Promise<Person> {
  const person = await register(desk, name, {
    email: `${name}@example.com`,
    password: PASSWORD,
    wallet_address: walletOf(name),
  });
  if (roles.length > 0) {
    const options = { token: desk.admin.token, body: { roles } };
    const { status, text } = await desk.call("PUT", `admin/users/${person.id}/roles`, options);
    if (status !== 200) throw new Error(`giving the role failed: ${text}`);
  }
  return person;
}

/** A page of a person of their own, as in a browser of their own, and what was heard on it. */
export async function openDesk(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly heard: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const heard = listenTo(page);
  await page.goto(url);
  return { page, heard };
}

/** Signs in by e-mail, as a person does. */
export async function signInByEmail(page: Page, email: string): Promise<void> {
  await enterPassword(page, email);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

/** The first step of a sign-in by e-mail, after which a second factor may be asked for. */
export async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A specification without a fault, decided in a month. */
export function question(topic: string, more: object = {}): Record<string, unknown> {
  const month = new Date(Date.now() + 30 * 86_400_000).toISOString();
  return {
    question_text: `Will the ${topic} index close above 1,000 points by ${month.slice(0, 10)}?`,
    summary: `A market on the ${topic} index.`,
    topic_tags: [topic],
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolution_sources: [
      { source_url: `https://stats.example.com/${topic}.json`, source_type: "api" },
    ],
    trigger_condition: "The closing value as published by the source.",
    fallback_logic: "The next published value counts.",
    resolution_deadline: month,
    ...more,
  };
}
