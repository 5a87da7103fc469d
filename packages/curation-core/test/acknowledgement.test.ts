/** A market without a deadline or a source is submitted and approved by people who say to know it. */
import { describe, expect, test } from "vitest";

import { codeOf, fixture, specification } from "./support/curation.ts";

const BOTH = ["no_deadline", "no_source"];

function bare() {
  const { resolutionDeadline: _, resolutionSources: __, ...data } = specification();
  return data;
}

function typesOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "resolved",
    (error: { code?: string; details?: { issues?: readonly { loc: unknown; type: string }[] } }) =>
      error.details?.issues?.map(({ loc, type }) => [loc, type]) ?? error.code,
  );
}

const missing = (...codes: string[]) => codes.map((code) => [["acknowledgeWarnings"], code]);

describe("a draft without a deadline or a source", () => {
  test("is not submitted until both are acknowledged, at its creation and later", async () => {
    const { core, author } = await fixture();
    const make = (input: object) =>
      typesOf(core.drafts.create(author, { draftData: bare(), ...input }));
    expect(await make({})).toEqual(missing("no_source", "no_deadline"));
    expect(await make({ acknowledgeWarnings: ["no_source"] })).toEqual(missing("no_deadline"));
    expect(await make({ acknowledgeWarnings: BOTH })).toBe("resolved");
    const { id } = await core.drafts.create(author, { draftData: bare(), submit: false });
    expect(await typesOf(core.drafts.submit(author, id))).toEqual(
      missing("no_source", "no_deadline"),
    );
    const sent = await core.drafts.submit(author, id, { acknowledgeWarnings: [...BOTH, "other"] });
    expect(sent.status).toBe("pending");
  });

  test("is not approved on the author's word alone, and the trail tells who acknowledged what", async () => {
    const { core, author, curator } = await fixture();
    const { id } = await core.drafts.create(author, {
      draftData: bare(),
      acknowledgeWarnings: BOTH,
    });
    const { review } = core;
    expect(await typesOf(review.approve(curator, id))).toEqual(missing("no_source", "no_deadline"));
    expect((await core.markets.list(null)).total).toBe(0);
    const bulk = await review.bulkApprove(curator, [id]);
    expect(bulk.failed[0]?.reason).toContain("no_deadline");
    await review.bulkApprove(curator, [id], { acknowledgeWarnings: BOTH });
    expect((await core.markets.list(null)).total).toBe(1);
    const trail = await core.drafts.actions(author, id);
    expect(trail.map(({ action, acknowledgedWarnings }) => [action, acknowledgedWarnings])).toEqual(
      [
        ["submit", ["no_source", "no_deadline"]],
        ["claim", undefined],
        ["approve", ["no_source", "no_deadline"]],
      ],
    );
  });

  test("is refused for its errors first, whatever is acknowledged", async () => {
    const { core, author } = await fixture();
    const draftData = { questionText: "Short" };
    const input = { draftData, acknowledgeWarnings: BOTH };
    expect(await codeOf(core.drafts.create(author, input))).toBe("DRAFT_INCOMPLETE");
  });

  test("loses its stop with the field that it lacked", async () => {
    const { core, author } = await fixture();
    const { id } = await core.drafts.create(author, { draftData: bare(), submit: false });
    const { resolutionDeadline = null, resolutionSources = null } = specification();
    await core.drafts.edit(author, id, { draftData: { resolutionDeadline } });
    expect(await typesOf(core.drafts.submit(author, id))).toEqual(missing("no_source"));
    await core.drafts.edit(author, id, { draftData: { resolutionSources } });
    expect((await core.drafts.submit(author, id)).status).toBe("pending");
  });
});
