/** The web page as curators meet it: the review queue by keyboard, alone and two at once. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

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
import type { Person } from "./support/people.ts";

interface Action {
  readonly action: string;
  readonly actor_name: string;
}

describe.skipIf(isBrowserAbsent)("the review queue", { timeout: 180_000 }, () => {
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = await buildDesk(afterAll);
    browser = await openBrowser();
  }, 120_000);
  afterAll(() => browser.close());

  /** A server with an author and the drafts that she submitted. */
  const deskWith = async (count: number) => {
    const desk = await startDesk(folder, onTestFinished);
    const ada = await enrol(desk, "ada");
    const ids: string[] = [];
    for (let at = 0; at < count; at++) ids.push(await submit(desk, ada, question(`topic${at}`)));
    return { desk, ada, ids };
  };

  const curator = async (desk: Desk, name: string) => {
    await enrol(desk, name, ["curator"]);
    const { page, heard } = await openDesk(browser, desk.url);
    onTestFinished(() => page.context().close());
    await signInByEmail(page, `${name}@example.com`);
    await page.keyboard.press("g");
    await page.keyboard.press("q");
    await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    return { page, heard };
  };

  test("a curator works 50 drafts by keyboard alone, takes one back, and each is decided once", async () => {
    const { desk, ids } = await deskWith(50);
    const { page, heard } = await curator(desk, "grace");
    await readDraft(page);
    await look(page, "desk-queue");
    // Taken back: the claim is released, and the draft waits again.
    const first = await readDraft(page);
    await page.keyboard.press("a");
    await page
      .locator(".held")
      .getByText(/Approving “.*” in \d s/)
      .waitFor();
    await page.keyboard.press("u");
    await expect.poll(() => readDraft(page)).toBe(first);
    await expect.poll(async () => (await actionsOf(desk, ids[0])).at(-1)?.action).toBe("release");
    for (let at = 0; at < 50; at++) {
      const before = await readDraft(page);
      if (at % 10 === 7) {
        await page.keyboard.press("r");
        await page.getByLabel("Reason").waitFor();
        await page.keyboard.type("No source");
        if (at === 7) {
          await page.getByText("At least 10 characters; 1 to go.").waitFor();
          await look(page, "desk-reject");
        }
        await page.keyboard.type(" decides this.");
        await page.keyboard.press("Control+Enter");
      } else if (at % 10 === 8) {
        await page.keyboard.press("e");
        await page.getByLabel("Notes for the author").waitFor();
        await page.keyboard.type("Almost there: one detail.");
        await page.keyboard.press("Tab");
        await page.keyboard.type("Name the time zone.");
        await page.keyboard.press("Control+Enter");
      } else if (at % 10 === 9) {
        await page.keyboard.press("c");
        await page
          .locator(".review")
          .getByText(/you \d+:\d\d/)
          .waitFor();
        await page.keyboard.press("a");
      } else {
        await page.keyboard.press("a");
      }
      if (at < 49) await expect.poll(() => readDraft(page)).not.toBe(before);
    }
    await page.getByText("The queue is done").waitFor();
    // The last ones can still be taken back for some seconds.
    await expect.poll(() => page.locator(".held").innerText(), { timeout: 30_000 }).toBe("");
    await look(page, "desk-queue-done");
    const decisions = new Map<string, number>();
    for (const id of ids) {
      const made = (await actionsOf(desk, id)).filter(({ action }) =>
        ["approve", "reject", "request_changes"].includes(action),
      );
      expect(made).toHaveLength(1);
      const action = made[0]?.action ?? "";
      decisions.set(action, (decisions.get(action) ?? 0) + 1);
    }
    expect(Object.fromEntries(decisions)).toEqual({ approve: 40, reject: 5, request_changes: 5 });
    const foreign = heard.filter((line) => line.startsWith("http") && !line.startsWith(desk.url));
    expect({ foreign, complaints: complaints(heard) }).toEqual({ foreign: [], complaints: [] });
  });

  test("two curators at once on the same drafts: each is decided once, and the loser is told in a sentence", async () => {
    const { desk, ids } = await deskWith(12);
    const [{ page: one }, { page: other }] = [
      await curator(desk, "grace"),
      await curator(desk, "heidi"),
    ];
    await Promise.all([readDraft(one), readDraft(other)]);
    for (const id of ids) {
      const link = `${desk.url}/#/queue?draft=${id}`;
      await Promise.all([one.goto(link), other.goto(link)]);
      await Promise.all([readDraft(one), readDraft(other)]);
      await Promise.all([one.keyboard.press("a"), other.keyboard.press("a")]);
      await expect
        .poll(
          async () => (await actionsOf(desk, id)).filter(({ action }) => action === "claim").length,
        )
        .toBe(1);
    }
    await expect
      .poll(
        async () => {
          const all = await Promise.all(ids.map((id) => actionsOf(desk, id)));
          return all.map((actions) => actions.filter(({ action }) => action === "approve").length);
        },
        { timeout: 30_000 },
      )
      .toEqual(ids.map(() => 1));
    const markets = await desk.get<unknown[]>("markets?limit=100");
    expect(markets.data).toHaveLength(12);
    const texts = [
      ...(await one.locator(".toast span").allInnerTexts()),
      ...(await other.locator(".toast span").allInnerTexts()),
    ];
    expect(texts.join("\n")).toMatch(/is reviewing|nothing is left to decide|is approved/);
  });

  test("a claim of another counts down, hinders in a sentence, and is gone when it is released", async () => {
    const { desk, ids } = await deskWith(1);
    const { page: one } = await curator(desk, "grace");
    const { page: other } = await curator(desk, "heidi");
    await Promise.all([readDraft(one), readDraft(other)]);
    await one.keyboard.press("c");
    const lease = other.locator(".rows .lease");
    await lease.getByText(/grace (?:30:00|29:\d\d)/).waitFor();
    const before = await lease.innerText();
    await expect.poll(() => lease.innerText()).not.toBe(before);
    await other.getByText(/grace is reviewing this draft until/).waitFor();
    await other.keyboard.press("a");
    await other
      .locator(".toast")
      .getByText(/grace is reviewing/)
      .waitFor();
    expect((await actionsOf(desk, ids[0])).map(({ action }) => action)).toEqual([
      "submit",
      "claim",
    ]);
    await one.keyboard.press("x");
    await other.getByRole("button", { name: /^Approve/ }).waitFor();
    await lease.waitFor({ state: "detached" });
  });

  test("shows the words that changed between versions, and the market that asks almost the same", async () => {
    const { desk, ada, ids } = await deskWith(1);
    const [first = ""] = ids;
    await desk.post(`curator/${first}/approve`, desk.admin.token, {});
    const id = await submit(desk, ada, question("topic0", { summary: "Decided in May." }));
    const ask = {
      requested_changes: { summary: "Which month?" },
      curator_notes: "Please name the right month.",
    };
    await desk.post(`curator/${id}/request-changes`, desk.admin.token, ask);
    const body = { draft_data: { summary: "Decided in June." } };
    await desk.call("PATCH", `drafts/${id}`, { token: ada.token, body });
    await desk.post(`drafts/${id}/submit`, ada.token);
    const { page } = await curator(desk, "grace");
    await readDraft(page);
    await page.locator("del", { hasText: "May." }).waitFor();
    await page.locator("ins", { hasText: "June." }).waitFor();
    const twin = page.getByRole("region", { name: "Market that asks almost the same" });
    await twin.getByRole("link", { name: "Open the market" }).waitFor();
    await look(page, "desk-review");
    await page.reload();
    await twin.getByRole("link", { name: "Open the market" }).click();
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
    expect(page.url()).toContain("#/markets/");
  });

  test("what is stale is greyed when the server is away, and the page says since when", async () => {
    const { desk } = await deskWith(2);
    const { page } = await curator(desk, "grace");
    await readDraft(page);
    await desk.close();
    await page.keyboard.press("c");
    await page.getByText(/The server has not answered since/).waitFor();
    expect(await page.locator(".cards.stale").count()).toBe(1);
    await page.locator(".toast").getByText("The server does not answer.").waitFor();
    await look(page, "desk-away");
  });
});

/** Waits until a draft is read and neither stale nor decided; its question. */
async function readDraft(page: Page): Promise<string> {
  const title = page.locator(".review:not(.stale) h2").first();
  return await title.innerText();
}

async function submit(desk: Desk, author: Person, draft_data: object): Promise<string> {
  const { data, status, text } = await desk.post<{ id: string }>("drafts", author.token, {
    draft_data,
  });
  if (status !== 201) throw new Error(text);
  return data.id;
}

async function actionsOf(desk: Desk, id = ""): Promise<readonly Action[]> {
  return (await desk.get<Action[]>(`curator/${id}/actions`, desk.admin.token)).data;
}

/** The console's messages. */
function complaints(heard: readonly string[]): readonly string[] {
  return heard.filter((line) => !line.startsWith("http") && !line.startsWith("about:"));
}
