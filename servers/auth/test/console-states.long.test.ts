/** Every page of the access console in the states that it can come into: empty, failed, stale, under a dialog. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { faultsAtOddAnswers, faultsOfStep } from "../../../test/support/odd-answers.ts";
import { drawnCases } from "../../../test/support/rounds.ts";
import {
  lookAtDialogs,
  lookAtFailure,
  lookAtNowhere,
  lookAtStale,
  MADE_TO_FAIL,
} from "../../../test/support/states.ts";
import { MOST_SHIFT, openingOf } from "../../../test/support/steadiness.ts";
import { look, visit, type Visit } from "../../../test/support/visit.ts";
import { makeKey, signUp } from "./support/calls.ts";
import { buildConsole, enterKey, runConsole, signIn } from "./support/console.ts";

/** An internal error as the server words it; who is signed in stays known. */
const FAILED = {
  paths: /\/api\/v1\/(?!auth\/me)|jwks\.json/,
  body: {
    success: false,
    error: { code: "INTERNAL_ERROR", message: "An internal error occurred." },
  },
};
const PAGES: readonly (readonly [name: string, title: string])[] = [
  ["overview", "Overview"],
  ["keys", "API keys"],
  ["organizations", "Organizations"],
  ["webhooks", "Webhooks"],
  ["sessions", "Sessions"],
  ["audit", "Audit"],
  ["signing-keys", "Signing keys"],
];

describe.skipIf(isBrowserAbsent)("the access console's states", { timeout: 120_000 }, () => {
  let pageDirectory: string;
  let browser: Browser;

  beforeAll(async () => {
    pageDirectory = await buildConsole(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  const consoleOf = async (
    place: string,
    title: string,
  ): Promise<Visit & { readonly owned: readonly string[] }> => {
    const server = await runConsole(pageDirectory);
    const { email, token } = await signUp(server);
    await makeKey(server, token, ["read"]);
    const { data } = await server.post("organizations", { name: "Engines" }, { token });
    const { page, faults } = await visit(browser, `${server.url}/#/${place}`, {
      allowed: MADE_TO_FAIL,
    });
    onTestFinished(() => page.context().close());
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    const hook = { url: "https://hooks.example.com/", events: ["*"] };
    const made = await server.post("webhooks", hook, { token });
    const owned = [
      ["organizations", data],
      ["webhooks", made.data],
    ] as const;
    return { page, faults, owned: owned.map(([name, { id }]) => `${name}/${String(id)}`) };
  };

  test.each(drawnCases(PAGES, 2))(
    "%s after a failure, and with a server that is away",
    async (name, title) => {
      const { page, faults } = await consoleOf(name, title);
      await lookAtFailure(page, `access-${name}`, FAILED);
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await lookAtStale(page, `access-${name}`);
      expect(faults).toEqual([]);
    },
  );

  test.each(drawnCases(PAGES, 3))(
    "%s at an answer that is none of the server's says what is not known, and no more",
    async (name, title) => {
      const { page } = await consoleOf(name, title);
      const asked = { url: page.url(), paths: FAILED.paths };
      expect(await faultsAtOddAnswers(page, asked)).toEqual([]);
    },
  );

  test("an address that no page has says so, and leads to the first page", async () => {
    const { page, faults } = await consoleOf("overview", "Overview");
    await lookAtNowhere(page, new URL(page.url()).origin, "access");
    await page.getByRole("heading", { level: 1, name: "Overview", exact: true }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("E-mail").waitFor();
    await lookAtNowhere(page, new URL(page.url()).origin, "access-open");
    await page.getByLabel("E-mail").waitFor();
    expect(faults).toEqual([]);
  });

  const STEPS = [
    {
      name: "a new key",
      place: "keys/new",
      prepare: (page: Page) => page.getByLabel("Name", { exact: true }).waitFor(),
      paths: /\/auth\/api-keys/,
      button: /^Create the key$|^Creating/,
      typed: { Name: "For the engine" },
      waiting: /Creating…/,
    },
    {
      name: "the replacement of a key",
      place: "keys",
      prepare: async (page: Page): Promise<void> => {
        await page.getByRole("main").getByRole("row").last().getByRole("link").click();
        await page.getByRole("button", { name: "Replace" }).click();
      },
      paths: /\/auth\/api-keys/,
      button: /^Make the new key$|^Making/,
      typed: { "The old key is accepted for": "3600" },
      waiting: /Making it…/,
    },
    {
      name: "a new organization",
      place: "organizations/new",
      prepare: (page: Page) => page.getByLabel("Name", { exact: true }).waitFor(),
      paths: /\/organizations/,
      button: /^Create|^Creating/,
      typed: { Name: "Engines of the north" },
      waiting: /Creating…/,
    },
  ];

  test.each(drawnCases(STEPS, 2))(
    "$name at an answer that is none of the server's says so, and keeps what was typed",
    async ({ place, ...step }) => {
      const { page } = await consoleOf("overview", "Overview");
      const url = new URL(`/#/${place}`, page.url()).href;
      expect(await faultsOfStep(page, { ...step, url })).toEqual([]);
    },
  );

  test("a revocation that meets a 503 with Retry-After is told at once, and never sent behind the reader's back", async () => {
    const { page } = await consoleOf("keys", "API keys");
    let sent = 0;
    await page.route("**/auth/api-keys/*", (route) => {
      if (route.request().method() !== "DELETE") return route.continue();
      sent += 1;
      const error = { code: "SERVICE_UNAVAILABLE", message: "The store is away." };
      return route.fulfill({
        status: 503,
        headers: { "content-type": "application/json", "retry-after": "20" },
        body: JSON.stringify({ success: false, error }),
      });
    });
    await page.clock.install();
    await page.getByRole("main").getByRole("row").last().getByRole("link").click();
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke for good" }).click();
    await page.getByText("The store is away.").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Sessions" }).click();
    await page.clock.fastForward("10:00");
    expect(sent).toBe(1);
  });

  test.each([
    ["account", "Account"],
    ["keys/new", "New API key"],
  ])("%s with a server that is away, and under a dialog", async (place, title) => {
    const { page, faults } = await consoleOf(place, title);
    const name = `access-${place.replace("/", "-")}`;
    await lookAtDialogs(page, name);
    await lookAtStale(page, name);
    expect(faults).toEqual([]);
  });

  /** The page of a user for the operator; a reload would forget the key. */
  const operatorOf = async (): Promise<Visit & { readonly email: string }> => {
    const key = "an-operator-key-of-the-tests";
    const server = await runConsole(pageDirectory, { AUTH_OPERATOR_KEY: key });
    // As long as addresses are at times: a heading of it must not widen a phone's page.
    const { email } = await signUp(server, "somebody.of.the.night.shift@department.example.com");
    const { page, faults } = await visit(browser, server.url, { allowed: MADE_TO_FAIL });
    onTestFinished(() => page.context().close());
    await enterKey(page, key);
    await page.getByRole("grid", { name: "Users" }).waitFor();
    return { page, faults, email };
  };

  test("the users after a failure, with a server that is away, and under a dialog", async () => {
    const { page, faults, email } = await operatorOf();
    await lookAtDialogs(page, "access-users");
    await lookAtStale(page, "access-users");
    await page.route(FAILED.paths, (route) => route.fulfill({ status: 500, json: FAILED.body }));
    await page.getByLabel("Status").selectOption("active");
    await page.getByRole("alert").filter({ hasText: /./ }).waitFor();
    await look(page, "access-users-failed");
    await page.unroute(FAILED.paths);
    await page.getByLabel("Status").selectOption("");
    await page.getByRole("link", { name: email }).click();
    await page.getByRole("heading", { level: 1, name: email }).waitFor();
    await lookAtStale(page, "access-user");
    await page.route(FAILED.paths, (route) => route.fulfill({ status: 500, json: FAILED.body }));
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Disable the user" }).click();
    await page.getByRole("alert").filter({ hasText: /./ }).waitFor();
    await look(page, "access-user-failed");
    await page.unroute(FAILED.paths);
    await page.getByRole("button", { name: "Disable the user" }).click();
    await page.getByText(`${email} is disabled.`).waitFor();
    expect(faults).toEqual([]);
  });

  test("every page opens without a shift, and fits every screen", async () => {
    const { page, owned } = await consoleOf("overview", "Overview");
    const pages = PAGES.map(([name]) => name);
    for (const name of [...pages, "account", "keys/new", "users", "webhooks/new", ...owned]) {
      const opening = await openingOf(page.context(), new URL(`/#/${name}`, page.url()).href);
      expect.soft(opening.tooWide, name).toEqual([]);
      expect
        .soft(opening.shift, `${name}: ${JSON.stringify(opening.shifts)}`)
        .toBeLessThan(MOST_SHIFT);
    }
  });

  test("the sign-in with a server that is away, and under a dialog", async () => {
    const server = await runConsole(pageDirectory);
    const { page, faults } = await visit(browser, server.url, { allowed: MADE_TO_FAIL });
    await page.getByLabel("E-mail").waitFor();
    await lookAtDialogs(page, "access-sign-in");
    await lookAtStale(page, "access-sign-in");
    expect(faults).toEqual([]);
  });
});
