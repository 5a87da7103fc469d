/** The desk as a newsroom: what must not slip through, what is sent at leaving, what a stranger reads. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { expectEveryPageFits } from "../../../test/support/every-page.ts";
import { EMOJI, longWord, RIGHT_TO_LEFT } from "../../../test/support/odd-names.ts";
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
import { ADMIN_EMAIL, type Person } from "./support/people.ts";

describe.skipIf(isBrowserAbsent)("the newsroom", { timeout: 60_000 }, () => {
  let desk: Desk;
  let browser: Browser;
  let ada: Person;
  let page: Page;

  const submit = async (draft_data: object, known: readonly string[] = []): Promise<string> => {
    const body = { draft_data, acknowledge_warnings: known };
    const { data, status, text } = await desk.post<{ id: string }>("drafts", ada.token, body);
    if (status !== 201) throw new Error(text);
    return data.id;
  };
  const statusOf = async (id: string): Promise<string> =>
    (await desk.get<{ status: string }>(`drafts/${id}`, ada.token)).data.status;

  beforeAll(async () => {
    desk = await startDesk(await buildDesk(afterAll), afterAll);
    browser = await openBrowser();
    ada = await enrol(desk, "ada");
    await enrol(desk, "grace", ["curator"]);
    ({ page } = await openDesk(browser, desk.url));
    await signInByEmail(page, "grace@example.com");
  }, 120_000);
  afterAll(() => browser.close());

  test("a market without a source cannot slip through by a key: the stop asks for its tick", async () => {
    const bare = question("tide", {
      resolution_sources: undefined,
      resolution_deadline: undefined,
    });
    const id = await submit(bare, ["no_source", "no_deadline"]);
    await page.goto(`${desk.url}/#/queue?draft=${id}`);
    await page.getByRole("heading", { level: 2, name: /tide index/ }).waitFor();
    await page.keyboard.press("a");
    const stop = page.getByRole("group", { name: "Before you approve" });
    await stop.getByText("No source is given that curators could verify.").waitFor();
    await look(page, "desk-approve-stop");
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("button", { name: /^Approve Ctrl/ }).isDisabled()).toBe(true);
    expect(await statusOf(id)).toBe("pending");
    await stop.getByLabel("Approve it without a source").check();
    await stop.getByLabel("Approve it without a deadline").check();
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => statusOf(id)).toBe("approved");
    await page.goto(`${desk.url}/#/queue?status=approved&draft=${id}`);
    await page
      .getByText("approved version 1, which became a market, knowing that it has no source")
      .waitFor();
  });

  test("a decision inside its take-back is sent when the reader leaves", async () => {
    const id = await submit(question("leaving"));
    await page.goto(`${desk.url}/#/queue?draft=${id}`);
    await page.getByRole("heading", { level: 2, name: /leaving index/ }).waitFor();
    await page.keyboard.press("a");
    await page
      .locator(".held")
      .getByText(/Approving “.*” in \d s/)
      .waitFor();
    await page.goto("about:blank");
    await expect.poll(() => statusOf(id)).toBe("approved");
  });

  test("a link to a market opens for a stranger, named by its question, with all that decides it", async () => {
    const id = await submit(question("harbour", { dispute_bond_minimum: "2500000" }));
    const { data } = await desk.post<{ market_id: string }>(
      `curator/${id}/approve`,
      desk.admin.token,
    );
    const link = `${desk.url}/#/markets/${data.market_id}`;
    const { page: stranger } = await openDesk(browser, link, { timezoneId: "Asia/Tokyo" });
    await stranger.getByRole("heading", { level: 1, name: /harbour index/ }).waitFor();
    await expect.poll(() => stranger.title()).toContain("harbour index");
    const described = stranger.locator("meta[name=description]");
    expect(await described.getAttribute("content")).toContain("Yes / No, active, decided by");
    const facts = stranger.locator("section", { hasText: "Facts" }).last();
    await facts.getByText(/GMT\+9 \(.*\d\d:\d\d UTC\), in (?:29|30) d/).waitFor();
    await facts.getByText("72 hours (3 days) after it is resolved").waitFor();
    await facts.getByText("at least 2,500,000 smallest units of the token").waitFor();
    expect(await stranger.getByText("no price yet").count()).toBe(2);
    await look(stranger, "desk-public-market");
    await stranger.context().close();
  });

  test("a resolved market shows its end in place of odds, and until when and for what bond it is disputed", async () => {
    const id = await submit(question("ferry"));
    const token = desk.admin.token;
    const { data } = await desk.post<{ market_id: string }>(`curator/${id}/approve`, token);
    const path = `markets/${data.market_id}`;
    const market = await desk.get<{ outcomes: { id: string }[] }>(path);
    await desk.post(`${path}/lock`, token);
    const outcome_id = market.data.outcomes[0]?.id;
    await desk.post(`${path}/resolve`, token, {
      outcome_id,
      evidence_url: "https://stats.example.com/ferry",
    });
    await page.goto(`${desk.url}/#/markets/${data.market_id}`);
    await page.getByText("came true ✓").waitFor();
    expect(await page.locator(".outcomes").innerText()).not.toContain("%");
    await page
      .getByText(/It can be disputed until .* UTC.*, in [23] d\. Bond: none is asked\./)
      .waitFor();
    await look(page, "desk-resolved");
  });

  test("j, k and Enter walk the markets without a focus", async () => {
    await page.goto(`${desk.url}/#/markets?state=active`);
    await expect.poll(() => page.locator(".list li").count()).toBeGreaterThan(1);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    const name = await page.locator(".list li:focus > a").innerText();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name }).waitFor();
  });

  test("the keys alone go from an account to its acts, and open the record of one", async () => {
    const { page: chief } = await openDesk(browser, desk.url);
    await signInByEmail(chief, ADMIN_EMAIL);
    await chief.keyboard.press("g");
    await chief.keyboard.press("a");
    await expect.poll(() => chief.locator(".list li").count()).toBe(3);
    for (const key of ["j", "j", "Enter"]) await chief.keyboard.press(key);
    await chief.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    await expect.poll(() => chief.url()).toContain(`account=${ada.id}`);
    await chief.getByRole("button", { name: "account.registered" }).waitFor();
    for (const key of ["j", "Enter"]) await chief.keyboard.press(key);
    const record = chief.getByRole("dialog");
    await record.getByText(ada.id).first().waitFor();
    await look(chief, "desk-audit-record");
    await chief.context().close();
  });

  test("every page fits a phone with texts of any kind, and has 7 to 1 in high contrast", async () => {
    const word = longWord(200);
    const long = {
      question_text: `${longWord(400)}?`,
      summary: word,
      topic_tags: [longWord(50)],
      outcomes: [{ label: longWord(100) }, { label: "No" }],
      trigger_condition: word,
      fallback_logic: word,
      resolution_sources: [{ source_url: `https://stats.example.com/${word}`, source_type: "api" }],
    };
    const drafts = [
      await submit(question("long", long)),
      await submit(question("left", { question_text: RIGHT_TO_LEFT, topic_tags: ["سوق"] })),
      await submit(question("signs", { question_text: `${EMOJI}?`, topic_tags: ["🦄"] })),
    ];
    const approved = await desk.post(`curator/${drafts[0]}/approve`, desk.admin.token, {});
    expect(approved.status, approved.text).toBe(200);
    const { page: chief } = await openDesk(browser, desk.url);
    await expectEveryPageFits(chief, desk.url, ["", "sign-in"]);
    await signInByEmail(chief, ADMIN_EMAIL);
    const { data } = await desk.get<{ id: string }[]>("markets?state=resolved");
    const pages = "queue drafts drafts/new markets statistics accounts audit webhooks account";
    const open = await desk.get<{ id: string }[]>("markets?search=W%C3%B6rterbuch");
    const places = [...pages.split(" "), ...drafts.map((id) => `queue/${id}`)];
    places.push(`markets/${data[0]?.id}`, `markets/${open.data[0]?.id ?? "none"}`);
    await expectEveryPageFits(chief, desk.url, places);
    await chief.context().close();
  });
});
