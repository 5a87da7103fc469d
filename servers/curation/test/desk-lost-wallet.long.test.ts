/**
 * A person whose wallet is lost: by mail, against a stranger who tries it, and by a second wallet; and one who adds an
 * e-mail address before that.
 */

import { getBytes, Wallet, type HDNodeWallet } from "ethers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { mailServer, type MailServer } from "../../../packages/outbox/test/support/mail-server.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look } from "../../../test/support/visit.ts";
import { buildDesk, type Desk, openDesk, signInByEmail, startDesk } from "./support/desk.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.skipIf(isBrowserAbsent)("the desk without a wallet", { timeout: 180_000 }, () => {
  let pageDirectory: string;
  let browser: Browser;

  beforeAll(async () => {
    pageDirectory = await buildDesk(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  test("a stranger's recovery waits and is ended by the owner, who then keeps a second wallet", async () => {
    const { desk, smtp, page } = await losing({});
    await signInByEmail(page, EMAIL);
    const stranger = await openDesk(browser, desk.url);
    await beginByMail(stranger.page, smtp);
    await stranger.page.getByRole("heading", { name: "The recovery waits" }).waitFor();
    await look(stranger.page, "desk-recovery-waits");

    await page.reload();
    await page.getByRole("link", { name: "My account", exact: true }).click();
    await page.getByRole("heading", { name: "Somebody recovers your account" }).waitFor();
    await page.getByRole("button", { name: "End the recovery" }).click();
    await page.getByText("The recovery has ended.").waitFor();
    await expect.poll(() => smtp.mails.at(-1)?.text).toContain("was ended");

    await page.getByLabel("Password of the account", { exact: true }).first().fill(PASSWORD);
    await page.getByRole("button", { name: "Add Test Wallet" }).click();
    await page.getByText("The wallet can recover the account.").waitFor();
    await page.getByRole("button", { name: /^Remove 0x/ }).waitFor();
    await look(page, "desk-second-wallets");
  });

  test("a person comes back by mail with a new wallet when the time has come", async () => {
    const { smtp, page } = await losing({ RECOVERY_WAIT_HOURS: "0" });
    await beginByMail(page, smtp);
    await page.getByRole("button", { name: "Take Test Wallet" }).click();
    await page.getByText("Your account has the new wallet").waitFor();
    await page.getByRole("button", { name: "Test Wallet", exact: false }).first().click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    expect(await page.locator(".who").textContent()).toContain("ada");
  });

  test("an account of a wallet alone gets an e-mail and a password, which then sign it in", async () => {
    const desk = await startDesk(pageDirectory, onTestFinished);
    const wallet = Wallet.createRandom();
    await desk.post("auth/register", undefined, {
      ...(await proofOf(desk, wallet)),
      username: "grace",
    });
    const { page } = await openDesk(browser, "about:blank");
    await withWallet(page, wallet);
    await page.goto(`${desk.url}/#/sign-in`);
    await page.getByRole("button", { name: "Test Wallet", exact: false }).first().click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.getByRole("link", { name: "My account", exact: true }).click();
    await page.getByRole("heading", { name: "E-mail and password" }).waitFor();
    await page.getByLabel("E-mail", { exact: true }).fill(EMAIL);
    await page.getByLabel("New password", { exact: true }).fill("short");
    const add = page.getByRole("button", { name: "Add them, signed by Test Wallet" });
    await add.click();
    await page.locator(".field .fault", { hasText: "8" }).waitFor();
    await look(page, "desk-first-email");
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await add.click();
    await page.getByText("The account signs in by its e-mail too").waitFor();
    await page.getByRole("heading", { name: "Another e-mail" }).waitFor();
    const login = await desk.post("auth/login", undefined, { email: EMAIL, password: PASSWORD });
    expect(login.status).toBe(200);
  });

  /** A server with an account of a proved wallet and a proved address, and a page that has another wallet. */
  async function losing(
    variables: Readonly<Record<string, string>>,
  ): Promise<{ readonly desk: Desk; readonly smtp: MailServer; readonly page: Page }> {
    const smtp = await mailServer();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: "no-reply@bourse.example" };
    const desk = await startDesk(pageDirectory, onTestFinished, { ...mail, ...variables });
    const proof = await proofOf(desk, Wallet.createRandom());
    const login = { username: "ada", email: EMAIL, password: PASSWORD };
    const joined = await desk.post<{ access_token: string }>("auth/register", undefined, {
      ...proof,
      ...login,
    });
    await desk.post("auth/email/verification", joined.data.access_token, undefined);
    const token = /#verify-email=([\w-]+)/.exec(await newMail(smtp, 1))?.[1];
    await desk.post("auth/email/verify", undefined, { token });
    const { page } = await openDesk(browser, "about:blank");
    await withWallet(page, Wallet.createRandom());
    await page.goto(desk.url);
    return { desk, smtp, page };
  }
});

/** The proof that a wallet is one's own. */
async function proofOf(desk: Desk, wallet: HDNodeWallet) {
  const { address: wallet_address } = wallet;
  const nonce = await desk.post<{ message: string }>("auth/nonce", undefined, { wallet_address });
  const { message } = nonce.data;
  return { wallet_address, message, signature: await wallet.signMessage(message) };
}

/** Asks for the link, opens it and begins. */
async function beginByMail(page: Page, smtp: MailServer): Promise<void> {
  const before = smtp.mails.length;
  await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Lost your wallet?" }).click();
  await page.getByRole("heading", { level: 1, name: "Lost wallet" }).waitFor();
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByRole("button", { name: "Send the link" }).click();
  const link = /http\S+#recover-wallet=[\w-]+/.exec(await newMail(smtp, before + 1))?.[0];
  await page.goto(link ?? "about:blank");
  await page.getByRole("button", { name: "Recover the account" }).click();
}

async function newMail({ mails }: MailServer, count: number): Promise<string> {
  await expect.poll(() => mails.length).toBe(count);
  return mails[count - 1]?.text ?? "";
}

declare const signByTestWallet: (message: unknown) => Promise<unknown>;

async function withWallet(page: Page, wallet: HDNodeWallet): Promise<void> {
  await page.exposeFunction("signByTestWallet", (hex: string) => wallet.signMessage(getBytes(hex)));
  await page.addInitScript((address) => {
    const provider = {
      request: async ({ method, params }: { method: string; params?: readonly unknown[] }) =>
        method === "personal_sign" ? await signByTestWallet(params?.[0]) : [address],
    };
    const detail = { info: { uuid: "5f1c", name: "Test Wallet", icon: "" }, provider };
    const window = globalThis as unknown as EventTarget;
    window.addEventListener("eip6963:requestProvider", () =>
      window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail })),
    );
  }, wallet.address);
}
