/** An author who loses the phone with the second factor, comes back by a recovery code and sets up another. */

import { createManualClock } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import { beginApp, codeAt, confirmApp, removeApp } from "../../../test/support/authenticator.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import {
  buildDesk,
  enrol,
  enterPassword,
  openDesk,
  signInByEmail,
  startDesk,
} from "./support/desk.ts";

const EMAIL = "ada@example.com";
const STEP_MILLISECONDS = 30_000;

test.skipIf(isBrowserAbsent)(
  "a phone is lost: a recovery code lets in, the lost app is removed, and another one signs in from then on",
  { timeout: 60_000 },
  async () => {
    const clock = createManualClock({ now: Date.now() });
    const directory = await buildDesk(onTestFinished);
    const desk = await startDesk(directory, onTestFinished, {}, { clock });
    await enrol(desk, "ada");
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const { page, heard } = await openDesk(browser, desk.url);
    const openAccount = () => page.getByRole("link", { name: "My account", exact: true }).click();
    const signOut = () => page.getByRole("button", { name: "Sign out" }).click();
    const enterCode = async (code: string): Promise<void> => {
      await page.getByRole("heading", { name: "Your second factor" }).waitFor();
      await page.getByLabel("Code", { exact: true }).fill(code);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    };

    await signInByEmail(page, EMAIL);
    await openAccount();
    const lost = await beginApp(page);
    const [first = "", second = ""] = await confirmApp(page, await codeAt(lost, clock.now()));
    await signOut();

    await enterPassword(page, EMAIL);
    await enterCode(first);
    await openAccount();
    await removeApp(page, second);
    const another = await beginApp(page);
    await confirmApp(page, await codeAt(another, clock.now()));
    await signOut();

    // Each code is good once: the next one comes with the next step.
    await clock.advance(STEP_MILLISECONDS);
    await enterPassword(page, EMAIL);
    await enterCode(await codeAt(lost, clock.now()));
    await page.getByText("The code is not right now.").waitFor();
    await enterCode(await codeAt(another, clock.now()));
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    const faults = heard.filter((one) => !one.startsWith(desk.url));
    expect(faults.filter((one) => !/status of (?:400|401|403)/.test(one))).toEqual([]);
  },
);
