/** Drafts: versions, merging, submitting, the thread; and who may see them. */
import { describe, expect, test } from "vitest";

import type { CurationError, DraftData } from "../src/index.ts";
import { codeOf, fixture, specification } from "./support/curation.ts";

test("a repeat under an idempotency key answers the first draft for 24 hours, past the quota too", async () => {
  const { core, author, clock } = await fixture({ openDraftsPerAuthor: 1 });
  const create = (draftData: DraftData, idempotencyKey = "k") =>
    core.drafts.create(author, { draftData, submit: false }, { idempotencyKey });
  const draftData = { summary: "a", topicTags: ["x"] };
  const { id } = await create(draftData);
  expect((await create({ topicTags: ["x"], summary: "a" })).id).toBe(id);
  expect(await codeOf(create({ summary: "b" }))).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(await codeOf(create(draftData, "another"))).toBe("QUOTA_EXCEEDED");
  await core.drafts.withdraw(author, id);
  expect(await create(draftData)).toMatchObject({ id, status: "withdrawn" });
  await clock.advance(24 * 60 * 60 * 1000);
  expect((await create(draftData)).id).not.toBe(id);
});

describe("editing", () => {
  test("merges by field, takes null out, and keeps every version", async () => {
    const { core, author } = await fixture();
    const draftData = specification();
    const { id } = await core.drafts.create(author, { draftData, submit: false });
    const edited = await core.drafts.edit(author, id, {
      draftData: { summary: "Changed.", fallbackLogic: null },
      version: 1,
    });
    expect(edited.version).toBe(2);
    expect(edited.draftData.summary).toBe("Changed.");
    expect(edited.draftData).not.toHaveProperty("fallbackLogic");
    expect((await core.drafts.history(author, id)).map(({ version }) => version)).toEqual([1, 2]);
    expect(await core.drafts.diff(author, id)).toEqual([
      {
        field: "fallbackLogic",
        oldValue: draftData.fallbackLogic,
        newValue: null,
        changeType: "removed",
      },
      {
        field: "summary",
        oldValue: draftData.summary,
        newValue: "Changed.",
        changeType: "modified",
      },
    ]);
    expect(await codeOf(core.drafts.diff(author, id, { from: 1, to: 9 }))).toBe("NOT_FOUND");
  });

  test("of another version than the one seen is refused", async () => {
    const { core, author } = await fixture();
    const { id } = await core.drafts.create(author, { draftData: {}, submit: false });
    const edit = { draftData: { summary: "x" }, version: 1 };
    await core.drafts.edit(author, id, edit);
    expect(await codeOf(core.drafts.edit(author, id, edit))).toBe("VERSION_MISMATCH");
  });

  test("side by side loses nothing: each edit is a version on top of the other", async () => {
    const { core, author } = await fixture();
    const { id } = await core.drafts.create(author, { draftData: {}, submit: false });
    const edits: DraftData[] = [{ summary: "a" }, { triggerCondition: "b" }, { topicTags: ["c"] }];
    await Promise.all(edits.map((draftData) => core.drafts.edit(author, id, { draftData })));
    const draft = await core.drafts.get(author, id);
    expect(draft.version).toBe(4);
    expect(draft.draftData).toEqual(Object.assign({}, ...edits));
  });

  test("is closed while the draft is pending, in review or final", async () => {
    const { core, author, curator } = await fixture();
    const { id } = await core.drafts.create(author, { draftData: specification() });
    const edit = (): Promise<string> => codeOf(core.drafts.edit(author, id, { draftData: {} }));
    expect(await edit()).toBe("STATE_CONFLICT");
    await core.review.claim(curator, id);
    expect(await edit()).toBe("STATE_CONFLICT");
    await core.review.reject(curator, id, { reason: "Not a question at all." });
    expect(await edit()).toBe("STATE_CONFLICT");
  });
});

describe("submitting", () => {
  test("lists what blocks it, and a draft may be saved incomplete", async () => {
    const { core, author } = await fixture();
    const draftData = { questionText: "Short" };
    const refused = core.drafts.create(author, { draftData });
    await expect(refused).rejects.toMatchObject({
      code: "DRAFT_INCOMPLETE",
      details: {
        issues: [{ loc: ["draftData", "questionText"] }, { loc: ["draftData", "outcomes"] }],
      },
    });
    const draft = await core.drafts.create(author, { draftData, submit: false });
    expect(draft.status).toBe("draft");
    expect(draft.validationErrors.map(({ code }) => code)).toEqual(["too_short", "too_few"]);
    expect(await codeOf(core.drafts.submit(author, draft.id))).toBe("DRAFT_INCOMPLETE");
  });

  test("refuses what has no form, with every part named", async () => {
    const { core, author } = await fixture();
    const draftData = {
      sumary: "x",
      outcomes: [{ label: "", payoutWeight: 2 }],
      tradingFeeBps: 501,
      openAt: "tomorrow",
      creatorStake: "-1",
      resolutionSources: [{ sourceUrl: "ftp://x", sourceType: "api" }],
    } as unknown as DraftData;
    const work = core.drafts.create(author, { draftData, submit: false });
    const error = (await work.then(
      () => expect.unreachable("it was taken"),
      (reason: unknown) => reason,
    )) as CurationError<"VALIDATION_ERROR">;
    const { issues = [] } = error.details;
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(issues.map(({ loc }) => loc.slice(1).join("."))).toEqual([
      "sumary",
      "outcomes.0.label",
      "outcomes.0.payoutWeight",
      "tradingFeeBps",
      "openAt",
      "creatorStake",
      "resolutionSources.0.sourceUrl",
    ]);
  });
});

describe("to strangers", () => {
  test("a draft is not there, whatever they ask", async () => {
    const { core, author, join } = await fixture();
    const stranger = await join("mallory");
    const { id } = await core.drafts.create(author, { draftData: specification() });
    const { drafts } = core;
    const calls = [
      drafts.get(stranger, id),
      drafts.edit(stranger, id, { draftData: {} }),
      drafts.submit(stranger, id),
      drafts.withdraw(stranger, id),
      drafts.comment(stranger, id, "hello"),
      drafts.comments(stranger, id),
      drafts.history(stranger, id),
      drafts.diff(stranger, id),
      drafts.actions(stranger, id),
    ];
    expect(new Set(await Promise.all(calls.map(codeOf)))).toEqual(new Set(["NOT_FOUND"]));
    expect((await drafts.list(stranger)).items).toEqual([]);
    const curating = [core.review.queue(stranger), core.review.approve(stranger, id)];
    expect(new Set(await Promise.all(curating.map(codeOf)))).toEqual(new Set(["FORBIDDEN"]));
  });

  test("a user shows the fields of the specification and no others", async () => {
    const { core, author, admin } = await fixture();
    const fields =
      "avatarUrl bio createdAt displayName email id lastLoginAt roles totalMarketsCreated updatedAt username walletAddress walletVerified".split(
        " ",
      );
    expect(Object.keys(await core.accounts.get(author.id)).toSorted()).toEqual(fields);
    const { items } = await core.users.list(admin, { search: "rita" });
    expect(items.map((user) => Object.keys(user).toSorted())).toEqual([fields]);
    expect(JSON.stringify(items)).not.toContain("argon2");
  });
});

test("own drafts are listed newest first, by pages and by status", async () => {
  const { core, author, clock } = await fixture();
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    const draft = await core.drafts.create(author, { draftData: {}, submit: false });
    ids.unshift(draft.id);
    await clock.advance(1);
  }
  const first = await core.drafts.list(author, { limit: 2, status: "draft" });
  const rest = await core.drafts.list(author, {
    limit: 3,
    status: "draft",
    cursor: first.next ?? "",
  });
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
  expect(rest.next).toBeNull();
  const foreign = core.drafts.list(author, { cursor: first.next ?? "" });
  expect(await codeOf(foreign)).toBe("CURSOR_INVALID");
});

describe("an author", () => {
  test("has as many open drafts as the quota allows; withdrawing one makes room", async () => {
    const { core, author } = await fixture({ openDraftsPerAuthor: 2 });
    const make = () => core.drafts.create(author, { draftData: specification(), submit: true });
    const { id } = await make();
    await core.drafts.create(author, { draftData: {}, submit: false });
    await expect(make()).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
      details: { what: "open drafts", limit: 2 },
    });
    await core.drafts.withdraw(author, id);
    expect(await codeOf(make())).toBe("resolved");
  });

  test("withdraws a draft that was never submitted: it is final, keeps its trail and makes room", async () => {
    const { core, author, join } = await fixture({ openDraftsPerAuthor: 1 });
    const { id } = await core.drafts.create(author, { draftData: {}, submit: false });
    const create = () => core.drafts.create(author, { draftData: {}, submit: false });
    expect(await codeOf(create())).toBe("QUOTA_EXCEEDED");
    const curator = await join("grace", ["curator"]);
    expect(await codeOf(core.drafts.withdraw(curator, id)), "not the author").toBe("FORBIDDEN");
    expect((await core.drafts.withdraw(author, id)).status).toBe("withdrawn");
    expect(await codeOf(core.drafts.withdraw(author, id))).toBe("STATE_CONFLICT");
    expect(await codeOf(core.drafts.submit(author, id))).toBe("STATE_CONFLICT");
    const actions = await core.drafts.actions(author, id);
    expect(actions.map(({ action, fromStatus }) => [action, fromStatus])).toEqual([
      ["edit", null],
      ["withdraw", "draft"],
    ]);
    expect(await codeOf(create())).toBe("resolved");
  });

  test("makes a thousand versions and a thousand comments of a draft, and no more", async () => {
    const { core, author } = await fixture();
    const { id } = await core.drafts.create(author, { draftData: {}, submit: false });
    for (let version = 2; version <= 1000; version += 1) {
      await core.drafts.edit(author, id, { draftData: { summary: String(version) } });
    }
    const edit = core.drafts.edit(author, id, { draftData: { summary: "more" } });
    expect(await codeOf(edit)).toBe("QUOTA_EXCEEDED");
    for (let count = 0; count < 1000; count += 1) await core.drafts.comment(author, id, "more");
    expect(await codeOf(core.drafts.comment(author, id, "more"))).toBe("QUOTA_EXCEEDED");
    expect(await core.drafts.history(author, id)).toHaveLength(1000);
    expect(await core.drafts.comments(author, id)).toHaveLength(1000);
  });
});
