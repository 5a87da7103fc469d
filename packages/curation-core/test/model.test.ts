/**
 * The life of drafts against a model of a few lines: random commands of several actors, and the clock. No state that
 * the model does not know, no move without its row, one market a draft, leases as they are specified.
 */
import fc from "fast-check";
import { expect, test } from "vitest";

import type { Actor, DraftStatus } from "../src/index.ts";
import { type Fixture, codeOf, fixture, specification } from "./support/curation.ts";

const LEASE = 30 * 60_000;
const REASON = "A reason long enough.";

interface Model {
  status: DraftStatus;
  holder: string | null;
  /** Holder of a claim that ended, until the next row. */
  last: string | null;
  until: number;
  rows: string[];
}

type Who = "author" | "curator" | "other" | "admin";
type What =
  | "submit"
  | "withdraw"
  | "edit"
  | "claim"
  | "release"
  | "approve"
  | "reject"
  | "request_changes"
  | "comment";

/** The model at a time: a claim that has ended is none. */
function at(model: Model, now: number): Model {
  const { status, holder, until } = model;
  if (status !== "in_review" || now < until) return model;
  return { ...model, status: "pending", holder: null, last: holder, until: 0 };
}

/** The rows that the command writes, and what becomes of the model; null where it must be refused. */
function expected(model: Model, who: Who, what: What, now: number): Partial<Model> | null {
  const { status, holder, last } = model;
  const isOwner = who === "author";
  const free = { holder: null, until: 0 };
  const row = (...rows: string[]): { rows: string[] } => ({ rows: [...model.rows, ...rows] });
  const mine = { holder: who, until: now + LEASE };
  const editable = status === "draft" || status === "changes_requested";
  if (what === "comment") {
    return { ...row("comment"), ...(status === "in_review" && holder === who ? mine : {}) };
  }
  if (what === "edit") return isOwner && editable ? row("edit") : null;
  if (what === "submit") {
    return isOwner && editable ? { ...row("submit"), ...free, status: "pending" } : null;
  }
  if (what === "withdraw") {
    const may = isOwner && (editable || status === "pending");
    return may ? { ...row("withdraw"), ...free, status: "withdrawn" } : null;
  }
  if (isOwner) return null;
  const taken = last === null || last === who ? "claim" : "takeover";
  if (what === "claim") {
    if (status === "pending") return { ...row(taken), ...mine, status: "in_review" };
    return status === "in_review" && holder === who ? { ...row("claim"), ...mine } : null;
  }
  const holds = status === "in_review" && (holder === who || who === "admin");
  if (what === "release") return holds ? { ...row("release"), ...free, status: "pending" } : null;
  const to = {
    approve: "approved",
    reject: "rejected",
    request_changes: "changes_requested",
  } as const;
  if (status === "pending") return { ...row(taken, what), ...free, status: to[what] };
  return holds ? { ...row(what), ...free, status: to[what] } : null;
}

function run({ core }: Fixture, actor: Actor, what: What, id: string): Promise<unknown> {
  const { drafts, review } = core;
  switch (what) {
    case "submit":
      return drafts.submit(actor, id);
    case "withdraw":
      return drafts.withdraw(actor, id);
    case "edit":
      return drafts.edit(actor, id, { draftData: { summary: "Edited." } });
    case "comment":
      return drafts.comment(actor, id, "A word.");
    case "claim":
      return review.claim(actor, id);
    case "release":
      return review.release(actor, id);
    case "approve":
      return review.approve(actor, id);
    case "reject":
      return review.reject(actor, id, { reason: REASON });
    case "request_changes":
      return review.requestChanges(actor, id, {
        requestedChanges: { summary: "More." },
        curatorNotes: REASON,
      });
  }
}

const command = fc.oneof(
  { weight: 1, arbitrary: fc.record({ minutes: fc.constantFrom(1, 15, 29, 30, 31) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      who: fc.constantFrom<Who>("author", "curator", "other", "admin"),
      what: fc.constantFrom<What>(
        "submit",
        "withdraw",
        "edit",
        "claim",
        "claim",
        "release",
        "approve",
        "reject",
        "request_changes",
        "request_changes",
        "comment",
      ),
    }),
  },
);

test("random commands of several actors never leave the model", async () => {
  const world = await fixture();
  const { core, clock } = world;
  let approved = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
      const data = { draftData: specification({ resolutionDeadline: "2099-01-01T00:00:00Z" }) };
      const { id } = await core.drafts.create(world.author, { ...data, submit: false });
      let model: Model = { status: "draft", holder: null, last: null, until: 0, rows: ["edit"] };
      for (const one of commands) {
        if ("minutes" in one) {
          await clock.advance(one.minutes * 60_000);
          continue;
        }
        model = at(model, clock.now());
        const next = expected(model, one.who, one.what, clock.now());
        const code = await codeOf(run(world, world[one.who], one.what, id));
        expect(code === "resolved", `${one.who} ${one.what} in ${model.status}: ${code}`).toBe(
          next !== null,
        );
        if (next !== null) model = { ...model, last: null, ...next };
        const draft = await core.drafts.get(world.author, id);
        expect(draft.status).toBe(model.status);
        expect(draft.marketId !== null).toBe(model.status === "approved");
        const isHeld = model.status === "in_review" && draft.claimExpiresAt !== null;
        expect(isHeld ? draft.claimExpiresAt : 0).toBe(model.until);
      }
      const rows = await core.drafts.actions(world.author, id);
      expect(rows.map(({ action }) => action)).toEqual(model.rows);
      for (const [index, row] of rows.slice(1).entries()) {
        const ended = rows[index]?.toStatus;
        // A claim that has ended is followed by what is done to a draft that waits.
        const starts = ended === "in_review" ? ["in_review", "pending"] : [ended];
        expect(starts, "each row begins where the last ended").toContain(row.fromStatus);
      }
      if (model.status === "approved") approved++;
      expect((await core.markets.list(world.admin)).total).toBe(approved);
    }),
    { numRuns: 60, seed: 42, endOnFailure: true },
  );
});
