import { createMemoryStore, isBourseError } from "@bourse/kernel";
import { expect, test } from "vitest";

import { callWithJunk } from "../../../test/support/junk-calls.ts";
import { createCurationCore, curationCollections } from "../src/index.ts";

test("every call with arguments of wrong types ends with an error of the house, never a raw one", async () => {
  const core = await createCurationCore({
    store: createMemoryStore({ collections: curationCollections }),
    masterKey: new Uint8Array(32).fill(1),
  });
  const { calls, failed } = await callWithJunk(core);
  expect(calls).toBeGreaterThan(1500);
  expect(failed.length).toBeGreaterThan(1500);
  expect(failed.filter(({ error }) => !isBourseError(error))).toEqual([]);
  await expect(core.drafts.comment({} as never, "id", "text")).rejects.toThrow(
    '"curation.drafts.comment: actor.id" must be text, found undefined.',
  );
});
