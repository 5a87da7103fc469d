/** The web page as an author meets it: the built page in a browser, over a real server. */

import { generateKeyPairSync, sign } from "node:crypto";

import { encodeBase58, getBytes, Wallet } from "ethers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look } from "../../../test/support/visit.ts";
import {
  buildDesk,
  enrol,
  openDesk,
  question,
  signInByEmail,
  startDesk,
  type Desk,
} from "./support/desk.ts";
import { ADMIN_EMAIL } from "./support/people.ts";

describe.skipIf(isBrowserAbsent)("the desk of an author", { timeout: 60_000 }, () => {
  let desk: Desk;
  let browser: Browser;

  beforeAll(async () => {
    desk = await startDesk(await buildDesk(afterAll), afterAll);
    browser = await openBrowser();
  }, 120_000);
  afterAll(() => browser.close());

  test("a wallet of EIP-6963 signs in, is new, takes a name and one more signature", async () => {
    const wallet = Wallet.createRandom();
    const { page, heard } = await openDesk(browser, "about:blank");
    await page.exposeFunction("signByTestWallet", (hex: string) =>
      wallet.signMessage(getBytes(hex)),
    );
    await page.addInitScript(announceEthereum, wallet.address.toLowerCase());
    await page.goto(desk.url);
    await page.getByRole("heading", { name: "What this is" }).waitFor();
    await look(page, "desk-start");
    expect(await page.locator('nav [aria-current="page"]').allTextContents()).toEqual(["Start"]);
    await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Test Wallet" }).click();
    await page.getByText("has no account here yet").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("vera");
    await look(page, "desk-new-account");
    await page.getByRole("button", { name: "Create and sign" }).click();
    await page.getByRole("heading", { level: 1, name: "Drafts" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await page.getByRole("button", { name: "Test Wallet" }).click();
    await page.getByText("vera", { exact: false }).first().waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    const users = await desk.get<{ wallet_address: string; wallet_verified: boolean }[]>(
      "admin/users?search=vera",
      desk.admin.token,
    );
    expect(users.data).toMatchObject([{ wallet_address: wallet.address, wallet_verified: true }]);
    expect(complaints(heard)).toEqual([expect.stringContaining("401")]);
  });

  test("a wallet that refuses to sign is told in a sentence, and nobody is signed in", async () => {
    const { page } = await openDesk(browser, "about:blank");
    await page.exposeFunction("signByTestWallet", () => {
      throw new Error("User rejected the request.");
    });
    await page.addInitScript(announceEthereum, Wallet.createRandom().address);
    await page.goto(`${desk.url}/#/sign-in`);
    await page.getByRole("button", { name: "Test Wallet" }).click();
    await page.getByRole("alert").getByText("User rejected the request.").waitFor();
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);
  });

  test("a wallet of the Solana standard signs in with its bytes", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const address = encodeBase58(publicKey.export({ format: "der", type: "spki" }).subarray(12));
    const { page, heard } = await openDesk(browser, "about:blank");
    await page.exposeFunction("signByTestWallet", (bytes: number[]) => [
      ...sign(null, Buffer.from(bytes), privateKey),
    ]);
    await page.addInitScript(announceSolana, address);
    await page.goto(`${desk.url}/#/sign-in`);
    await page.getByRole("button", { name: "Test Sol" }).click();
    await page.getByLabel("Name", { exact: true }).fill("sol");
    await page.getByRole("button", { name: "Create and sign" }).click();
    await page.getByRole("heading", { level: 1, name: "Drafts" }).waitFor();
    expect(complaints(heard)).toEqual([expect.stringContaining("401")]);
  });

  test("a wrong password is told in words, the right one signs in and shows the role", async () => {
    const { page } = await openDesk(browser, `${desk.url}/#/sign-in`);
    await page.getByLabel("E-mail", { exact: true }).fill(ADMIN_EMAIL);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("Check both and try again.").waitFor();
    await look(page, "desk-sign-in");
    await signInByEmail(page, ADMIN_EMAIL);
    expect(await page.locator(".who").innerText()).toContain("admin");
  });

  describe("with an account", () => {
    let page: Page;
    let heard: string[];

    beforeAll(async () => {
      await enrol(desk, "ada");
      await enrol(desk, "grace", ["curator"]);
      ({ page, heard } = await openDesk(browser, desk.url));
      await signInByEmail(page, "ada@example.com");
    }, 60_000);

    test("a broken bound is told while it is typed, and the draft cannot be sent", async () => {
      const first = page.getByRole("link", { name: "Write the first one" });
      await first.waitFor();
      await look(page, "desk-no-drafts");
      await first.click();
      const field = page.getByLabel("Question", { exact: true });
      await field.fill("Will it?");
      await page.getByText("must have at least 10 characters").first().waitFor();
      await field.fill("x".repeat(501));
      await page
        .locator(".field .fault")
        .getByText("At most 500 characters; 1 too many.")
        .waitFor();
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      expect(await page.getByRole("button", { name: /^Save/ }).isDisabled()).toBe(true);
      await look(page, "desk-broken-bound");
      // One question for the list, none for a draft.
      expect(heard.filter((line) => line.endsWith("/api/v1/drafts"))).toEqual([]);
    });

    test("saves by keyboard, keeps what is typed, and says what else is missing", async () => {
      await page
        .getByLabel("Question", { exact: true })
        .fill("Will the sea index close above 1,000 points this year?");
      await page.getByLabel("Outcome 2", { exact: true }).fill("yes");
      await page
        .locator(".field .fault")
        .getByText("The labels of outcomes must differ.")
        .waitFor();
      await page.keyboard.press("Control+s");
      await page.getByText("Saved as version 1.").waitFor();
      await page.getByLabel("Outcome 2", { exact: true }).fill("No");
      await page.getByText("There are changes that are not saved.").waitFor();
      await page.keyboard.press("Control+s");
      await page.getByText("Saved as version 2.").waitFor();
      await page.getByLabel("Findings of the rules").getByText("No source is given").waitFor();
      expect(await page.getByText("Everything is saved.").count()).toBe(1);
    });

    test("a version that was saved elsewhere is not overwritten unseen", async () => {
      const id = /drafts\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? "";
      const login = await desk.post<{ access_token: string }>("auth/login", undefined, {
        email: "ada@example.com",
        password: "correct horse battery",
      });
      const token = login.data.access_token;
      const body = { draft_data: { summary: "from elsewhere" } };
      expect((await desk.call("PATCH", `drafts/${id}`, { token, body })).status).toBe(200);
      await page.getByLabel("Topics").fill("sea, index");
      await page.keyboard.press("Control+s");
      await page.getByRole("alert").getByText("saved elsewhere as version 3").waitFor();
      await look(page, "desk-conflict");
      await page.getByRole("button", { name: "Save my fields on top of version 3" }).click();
      await page.getByText("Saved as version 4.").waitFor();
      const { data } = await desk.get<{ draft_data: object }>(`drafts/${id}`, token);
      expect(data.draft_data).toMatchObject({
        summary: "from elsewhere",
        topic_tags: ["sea", "index"],
      });
    });

    test("submits, sees the curator's request at its field, answers, and sees the decision", async () => {
      await page.keyboard.press("Control+Enter");
      await page.getByText("Add what is missing, or tick that it is submitted").waitFor();
      await look(page, "desk-stop");
      await page.getByLabel("Submit it without a deadline").check();
      await page.getByLabel("Submit it without a source").check();
      await page.keyboard.press("Control+Enter");
      await page.getByText("It waits for a curator.").waitFor();
      await page.locator("dd").getByText("from elsewhere").waitFor();
      const id = /drafts\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? "";
      const { data } = await desk.post<{ access_token: string }>("auth/login", undefined, {
        email: "grace@example.com",
        password: "correct horse battery",
      });
      const ask = {
        requested_changes: { resolution_sources: "Name the page that counts." },
        curator_notes: "Almost there: the source is missing.",
      };
      const asked = await desk.post(`curator/${id}/request-changes`, data.access_token, ask);
      expect(asked.status).toBe(200);
      await page.getByRole("button", { name: "Look again" }).click();
      await page.getByText("Name the page that counts.").waitFor();
      await look(page, "desk-changes-requested");
      await page.getByRole("button", { name: "Add a source" }).click();
      await page.getByLabel("Source 1", { exact: true }).fill("stats");
      await page.getByText("An http or https address").first().waitFor();
      await page.getByLabel("Source 1", { exact: true }).fill("https://stats.example.com/sea.json");
      await page.getByLabel("Answer").fill("The source is there now.");
      await page.getByLabel("Submit it without a deadline").check();
      await page.getByRole("button", { name: "Submit", exact: true }).click();
      await page.getByText("It waits for a curator.").waitFor();
      const approved = await desk.post(`curator/${id}/approve`, data.access_token, {
        acknowledge_warnings: ["no_deadline"],
      });
      expect(approved.status).toBe(200);
      await page.getByRole("button", { name: "Look again" }).click();
      await look(page, "desk-decided");
      await page.getByRole("link", { name: "Open its market" }).click();
      await page.getByRole("heading", { level: 1, name: /sea index/ }).waitFor();
      await page.getByText("grace").first().waitFor();
      await look(page, "desk-market");
    });

    test("finds markets by words, tag and page, and the address holds the choice", async () => {
      const { data } = await desk.post<{ access_token: string }>("auth/login", undefined, {
        email: "ada@example.com",
        password: "correct horse battery",
      });
      for (let at = 0; at < 30; at++) {
        const body = { draft_data: question(`topic${at}`) };
        const { data: draft } = await desk.post<{ id: string }>("drafts", data.access_token, body);
        await desk.post(`curator/${draft.id}/approve`, desk.admin.token, {});
      }
      await page.getByRole("navigation").getByRole("link", { name: "Markets" }).click();
      await page.getByText("31 in all").waitFor();
      await look(page, "desk-markets");
      await page.getByRole("link", { name: "Next page" }).click();
      await page.getByRole("link", { name: "First page" }).waitFor();
      await expect.poll(() => page.locator(".list li").count()).toBe(6);
      await page.reload();
      await expect.poll(() => page.locator(".list li").count()).toBe(6);
      await page.keyboard.press("/");
      await page.keyboard.type("topic17");
      await page.getByText("1 in all", { exact: true }).waitFor();
      expect(page.url()).toContain("search=topic17");
      await page.getByRole("link", { name: "#topic17", exact: true }).waitFor();
      // In one task: words that are typed before the page has followed the link are not lost.
      await page.evaluate(`
        const links = [...document.querySelectorAll("a")];
        const field = document.querySelector("input[type=search]");
        links.find(({ textContent }) => textContent === "#topic17").click();
        field.value = "nothing of this kind";
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      `);
      await page.getByText("No market fits").waitFor();
      expect(page.url()).toContain("tag=topic17");
      expect(page.url()).toContain("search=nothing");
      await page.goBack();
      await page.getByText("1 in all", { exact: true }).waitFor();
      await expect.poll(() => page.getByLabel("Search").inputValue()).toBe("topic17");
    });

    test("has asked nobody but its own server, and had nothing to complain about", () => {
      const foreign = heard.filter((line) => line.startsWith("http") && !line.startsWith(desk.url));
      expect(foreign).toEqual([]);
      // The version that was saved elsewhere.
      expect(complaints(heard)).toEqual([expect.stringContaining("412")]);
    });
  });
});

/** The console's messages; Chromium puts every refused call there. */
function complaints(heard: readonly string[]): readonly string[] {
  return heard.filter((line) => !line.startsWith("http") && !line.startsWith("about:"));
}

declare const signByTestWallet: (message: unknown) => Promise<unknown>;

/** Runs in the page: a wallet as EIP-6963 describes one. */
function announceEthereum(address: string): void {
  const provider = {
    request: async ({ method, params }: { method: string; params?: readonly unknown[] }) =>
      method === "personal_sign" ? await signByTestWallet(params?.[0]) : [address],
  };
  const info = { uuid: "5f1c", name: "Test Wallet", icon: "https://elsewhere.example/icon.png" };
  const window = globalThis as unknown as EventTarget;
  const announce = (): unknown =>
    window.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", { detail: { info, provider } }),
    );
  window.addEventListener("eip6963:requestProvider", announce);
}

/** Runs in the page: a wallet as the wallet standard describes one. */
function announceSolana(address: string): void {
  const wallet = {
    name: "Test Sol",
    icon: "data:image/svg+xml,<svg/>",
    chains: ["solana:mainnet"],
    features: {
      "standard:connect": { connect: async () => ({ accounts: [{ address }] }) },
      "solana:signMessage": {
        signMessage: async ({ message }: { message: Uint8Array }) => [
          { signature: new Uint8Array((await signByTestWallet([...message])) as number[]) },
        ],
      },
    },
  };
  const register = ({ register: add }: { register: (wallet: object) => void }): void => add(wallet);
  const window = globalThis as unknown as EventTarget;
  window.addEventListener("wallet-standard:app-ready", (event) =>
    register((event as CustomEvent<{ register: (wallet: object) => void }>).detail),
  );
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: register }));
}
