/** A person who sets up an authenticator app, loses the phone and comes back, in a browser. */

import { createManualClock } from "@bourse/kernel";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  askToRemove,
  beginApp,
  codeAt,
  confirmApp,
  removeApp,
} from "../../../test/support/authenticator.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";

/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of (?:400|401|403)/;

describe.skipIf(isBrowserAbsent)(
  "the access console with a second factor",
  { timeout: 120_000 },
  () => {
    let pageDirectory: string;
    let browser: Browser;

    beforeAll(async () => {
      pageDirectory = await buildConsole(afterAll);
      browser = await openBrowser();
    }, 60_000);
    afterAll(() => browser?.close());

    test("asks for a code at the sign-in and before a change, and takes a recovery code for it", async () => {
      const clock = createManualClock({ now: Date.now() });
      const server = await runConsole(pageDirectory, {}, { clock });
      const { email } = await signUp(server);
      const { page, faults } = await visit(browser, server.url, { allowed: REFUSED });
      onTestFinished(() => page.context().close());
      await signIn(page, email);
      await page.getByRole("link", { name: "Account", exact: true }).click();
      const code = page.getByLabel("Code", { exact: true });
      const secret = await beginApp(page);
      await look(page, "access-factor-setup");
      await code.fill("000000");
      await page.getByRole("button", { name: "Confirm the app" }).click();
      await page.getByText("This code is wrong").waitFor();
      const kept = await confirmApp(page, await codeAt(secret, clock.now()));
      const [first = "", second = "", third = ""] = kept;

      await page.getByRole("button", { name: "Sign out" }).click();
      await signIn(page, email);
      await code.waitFor();
      await code.fill(await codeAt(secret, clock.now()));
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("was used before").waitFor();
      await code.fill(first);
      await page.getByLabel("Remember this device").check();
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("button", { name: "Sign out" }).click();

      await signIn(page, email);
      await page.getByRole("link", { name: "Account", exact: true }).click();
      await page.getByRole("button", { name: "Forget Chrome on Linux" }).click();
      await page.getByText("The device is forgotten").waitFor();
      await page.getByRole("button", { name: "Sign out" }).click();
      await signIn(page, email);
      await code.fill(third);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("link", { name: "Account", exact: true }).click();
      const dialog = await askToRemove(page);
      await look(page, "access-step-up");
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.getByText("Nothing was changed").waitFor();
      await page.reload();
      await removeApp(page, second);
      expect(faults).toEqual([]);
    });
  },
);
