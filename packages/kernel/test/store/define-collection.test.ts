import { describe, expect, test } from "vitest";

import {
  createMemoryStore,
  defineCollection,
  type Collection,
  type Entity,
} from "../../src/store/index.ts";

interface Job extends Entity {
  readonly status: string;
  readonly rank: number;
}
const define = defineCollection<Job>();
const invalid = expect.objectContaining({ code: "STORE_COLLECTION_INVALID" }) as Error;

describe("a definition of a collection", () => {
  test("is frozen, and its unique flags are filled in", () => {
    const jobs = define({ name: "jobs", indexes: { by_rank: { fields: ["rank", "status"] } } });
    expect(jobs).toEqual({
      name: "jobs",
      indexes: { by_rank: { fields: ["rank", "status"], unique: false } },
    });
    expect(() => (jobs.indexes.by_rank.fields as string[]).push("id")).toThrow(TypeError);
    expect(() => Object.assign(jobs, { name: "other" })).toThrow(TypeError);
  });

  test.each(["", "Jobs", "1jobs", "jobs-x", "j".repeat(49), "jobs; drop table c_jobs"])(
    "named %j is refused",
    (name) => {
      expect(() => define({ name })).toThrow(invalid);
      // One that defineCollection did not make is refused where it is used.
      const made: Collection<Job> = { name, indexes: {} };
      expect(() => createMemoryStore({ collections: [made] })).toThrow(invalid);
    },
  );

  test("with an index named id, one without fields, with too many or with one twice is refused", () => {
    const fields = (...names: string[]): (keyof Job)[] => names as (keyof Job)[];
    for (const indexes of [
      { id: { fields: fields("rank") } },
      { Rank: { fields: fields("rank") } },
      { by_rank: { fields: fields() } },
      { by_rank: { fields: fields("rank", "rank") } },
      { by_rank: { fields: fields("a", "b", "c", "d", "e", "f", "g") } },
      { by_rank: { fields: fields("__proto__") } },
      Object.fromEntries(
        Array.from({ length: 17 }, (_, i) => [`i${i}`, { fields: fields("rank") }]),
      ),
    ]) {
      expect(() => define({ name: "jobs", indexes })).toThrow(invalid);
    }
  });

  test("may not share its name with another one of the same store", () => {
    const jobs = define({ name: "jobs" });
    expect(() => createMemoryStore({ collections: [jobs, define({ name: "jobs" })] })).toThrow(
      invalid,
    );
  });

  test("given to a store with an unknown option is refused with the nearest known name", () => {
    const options = { collections: [], transactionIdleMiliseconds: 5 };
    expect(() => createMemoryStore(options)).toThrow(/transactionIdleMilliseconds/);
  });
});
