import assert from "node:assert/strict";

import { Health, JobStats } from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectKeys, shown } from "../http/expect.ts";

/** Health and statistics. */
export const systemCases: readonly Case[] = [
  {
    name: "health tells service, environment, status ok, version and the statistics",
    run: async (wire) => {
      const answer = await wire.get("/api/health");
      const { stats } = expectData(answer, Health);
      expectKeys(answer.json, ["service", "environment", "status", "version", "stats"], answer);
      const own = await wire.get("/api/jobs/stats");
      assert.deepEqual(Object.keys(expectData(own, JobStats)), Object.keys(stats), shown(own));
    },
  },
  {
    name: "the statistics are not taken for a job, and add up to their total",
    run: async (wire) => {
      const answer = await wire.get("/api/jobs/stats");
      const { total, ...states } = expectData(answer, JobStats);
      const sum = Object.values(states).reduce((all, count) => all + count, 0);
      assert.equal(sum, total, shown(answer));
    },
  },
];
