/** The web page as curators meet it: the review queue by keyboard, alone and two at once. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { rounds } from "../../../test/support/rounds.ts";
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

/** Drafts of one curator; each ten of them has every kind of decision. */
const DRAFTS = rounds(20, 50);
/** Drafts that two curators share. */
const PAIR_DRAFTS = rounds(12, 100);

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

  test("a decision that was held while the machine slept is not sent when it wakes, and the page says so", async () => {
    const { desk, ids } = await deskWith(1);
    const { page } = await curator(desk, "grace");
    await readDraft(page);
    await page.clock.install();
    await page.keyboard.press("a");
    await page
      .locator(".held")
      .getByText(/Approving “.*” in \d s/)
      .waitFor();
    await page.clock.fastForward("10:00");
    await page.getByText("This decision was not sent, as the page was away.").waitFor();
    expect((await actionsOf(desk, ids[0])).map(({ action }) => action)).not.toContain("approve");
  });

  test(`a curator works ${DRAFTS} drafts by keyboard alone, takes one back, and each is decided once`, async () => {
    const { desk, ids } = await deskWith(DRAFTS);
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
    for (let at = 0; at < DRAFTS; at++) {
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
          .getByText(/you \d+ (?:min|s)/)
          .waitFor();
        await page.keyboard.press("a");
      } else {
        await page.keyboard.press("a");
      }
      if (at < DRAFTS - 1) await expect.poll(() => readDraft(page)).not.toBe(before);
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
    const tenth = DRAFTS / 10;
    expect(Object.fromEntries(decisions)).toEqual({
      approve: 8 * tenth,
      reject: tenth,
      request_changes: tenth,
    });
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

  test(`two curators at once work ${PAIR_DRAFTS} drafts by keyboard alone: both get on, and each draft is decided once`, async () => {
    const { desk, ids } = await deskWith(PAIR_DRAFTS);
    const pages = [(await curator(desk, "grace")).page, (await curator(desk, "heidi")).page];
    await Promise.all(pages.map(readDraft));
    // One begins at the top, the other in the middle, as two people do who share a list.
    for (let step = 0; step < PAIR_DRAFTS / 2; step++) await pages[1]?.keyboard.press("j");
    await Promise.all(pages.map(approveAll));
    const madeOf = async (id: string) =>
      (await actionsOf(desk, id)).filter(({ action }) => action === "approve");
    await expect
      .poll(
        async () => {
          const open = await desk.get<unknown[]>("curator/queue?limit=100", desk.admin.token);
          return open.data.length;
        },
        { timeout: 30_000 },
      )
      .toBe(0);
    const made = await Promise.all(ids.map(madeOf));
    expect(made.map((all) => all.length)).toEqual(ids.map(() => 1));
    const curators = new Set(made.flat().map(({ actor_name }) => actor_name));
    expect([...curators].toSorted()).toEqual(["grace", "heidi"]);
    // What is sent is final: the key says so, and takes nothing back.
    await pages[0]?.keyboard.press("u");
    await pages[0]?.locator(".toast").getByText("Nothing is left to take back").waitFor();
  }, 600_000);

  test("a claim of another counts down, hinders in a sentence, and is gone when it is released", async () => {
    const { desk, ids } = await deskWith(1);
    const { page: one } = await curator(desk, "grace");
    const { page: other } = await curator(desk, "heidi");
    await Promise.all([readDraft(one), readDraft(other)]);
    await one.keyboard.press("c");
    const lease = other.locator(".rows .lease");
    await lease.getByText(/grace (?:30 min|29 min)/).waitFor();
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

  test("after a decision comes the next draft that no other curator reviews", async () => {
    const { desk, ids } = await deskWith(3);
    const taken = await enrol(desk, "heidi", ["curator"]);
    const claimed = await desk.post(`curator/${ids[1]}/claim`, taken.token, {});
    expect(claimed.status).toBe(200);
    const { page } = await curator(desk, "grace");
    await page.locator(".rows .lease").getByText("heidi").waitFor();
    expect(await readDraft(page)).toContain("topic0");
    await page.keyboard.press("a");
    await expect.poll(() => readDraft(page)).toContain("topic2");
    // The other one can still be gone to.
    await page.keyboard.press("k");
    await expect.poll(() => readDraft(page)).toContain("topic1");
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
    await page.getByRole("heading", { level: 1, name: /topic0/ }).waitFor();
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

/** Approves what is shown until nothing waits; goes on by `j` from where the other curator was faster. */
async function approveAll(page: Page): Promise<void> {
  for (let shown = await shownOf(page); shown !== NOTHING; shown = await shownOf(page)) {
    await page.keyboard.press("a");
    const isNext = async (): Promise<boolean> => (await shownOf(page)) !== shown;
    const moved = await vi.waitUntil(isNext, { timeout: 3000 }).catch(() => false);
    // A few further on, or both would stand before the same draft again.
    for (let step = 0; !moved && step < 4; step++) await page.keyboard.press("j");
  }
}

const NOTHING = "nothing waits";

/** Question of the draft that is read, {@link NOTHING} when the queue is empty; "" between two drafts. */
async function shownOf(page: Page): Promise<string> {
  if (/queue is done|(?<!\d)0 waiting/.test(await page.locator("main").innerText())) return NOTHING;
  const title = page.locator(".review:not(.stale) h2").first();
  return (await title.count()) === 0 ? "" : ((await title.textContent()) ?? "");
}

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
