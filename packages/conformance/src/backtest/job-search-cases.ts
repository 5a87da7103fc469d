/** GET /api/jobs by words, tags and figures, and PATCH /api/jobs/{uuid}. */

import assert from "node:assert/strict";

import * as contract from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectInvalid, expectKeys, expectRefusal } from "../http/expect.ts";
import type { Answer, Wire } from "../http/wire.ts";
import { dispatch, ended, jobOf } from "./jobs.ts";

const jobList = contract.backtestApi.routes.listJobs.definition.responses[200]!;
const JOB_KEYS = Object.keys(contract.ListedJob.options[0].shape);
const NOBODY = "00000000-0000-4000-8000-000000000000";

const patch = (wire: Wire, uuid: string, body: unknown): Promise<Answer> =>
  wire.patch(`/api/jobs/${uuid}`, body);

async function list(wire: Wire, search: string): Promise<readonly contract.ListedJob[]> {
  return expectData(
    await wire.get(`/api/jobs?${search}`),
    jobList,
  ) as readonly contract.ListedJob[];
}

/** A tag that no job of the service has yet. */
const freshTag = (): string => `tag ${crypto.randomUUID()}`;

async function tagged(wire: Wire, tags: readonly string[], body: object = {}): Promise<string> {
  const uuid = await dispatch(wire, { limit: 300, ...body });
  assert.equal((await patch(wire, uuid, { tags })).status, 200);
  return uuid;
}

const uuids = async (wire: Wire, search: string): Promise<readonly string[]> =>
  (await list(wire, search)).map(({ uuid }) => uuid);

/** The cases. */
export const jobSearchCases: readonly Case[] = [
  {
    name: "a job takes a title, a note, tags and a pin, and keeps what is left out",
    run: async (wire) => {
      const uuid = await dispatch(wire, { limit: 300 });
      const answer = await patch(wire, uuid, { title: "Fast trend", note: "a\nb", pinned: true });
      expectKeys(expectData(answer, contract.ListedJob), JOB_KEYS, answer);
      await patch(wire, uuid, { tags: ["trend", "daily"] });
      await patch(wire, uuid, { note: null });
      const { title, note, tags, pinned } = await jobOf(wire, uuid);
      assert.deepEqual([title, note, tags, pinned], ["Fast trend", null, ["trend", "daily"], true]);
    },
  },
  ...[
    { title: "" },
    { title: 5 },
    { note: "x".repeat(10_001) },
    { tags: ["a", "a"] },
    { tags: ["a,b"] },
    { tags: [" a"] },
    { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) },
    { tags: "a" },
    { pinned: "yes" },
    { pined: true },
    [],
  ].map((body): Case => {
    return {
      name: `the labels ${JSON.stringify(body).slice(0, 60)} are 422, and the job keeps its own`,
      run: async (wire) => {
        const uuid = await tagged(wire, ["kept"]);
        expectInvalid(await patch(wire, uuid, body));
        const { title, note, tags, pinned } = await jobOf(wire, uuid);
        assert.deepEqual([title, note, tags, pinned], [null, null, ["kept"], false]);
      },
    };
  }),
  {
    name: "a title of two lines is 400",
    run: async (wire) => {
      const uuid = await dispatch(wire, { limit: 300 });
      expectRefusal(await patch(wire, uuid, { title: "two\nlines" }), 400);
    },
  },
  {
    name: "labels of a job that nobody made are 404",
    run: async (wire) => {
      expectRefusal(await patch(wire, NOBODY, { pinned: true }), 404);
      expectRefusal(await patch(wire, "not-a-uuid", { pinned: true }), 404);
    },
  },
  {
    name: "jobs are found by tags, all of them, joined by commas or repeated",
    run: async (wire) => {
      const [one, two] = [freshTag(), freshTag()];
      const both = await tagged(wire, [one, two]);
      const first = await tagged(wire, [one]);
      const [a, b] = [encodeURIComponent(one), encodeURIComponent(two)];
      assert.deepEqual(await uuids(wire, `tag=${a}`), [first, both]);
      assert.deepEqual(await uuids(wire, `tag=${a}&tag=${b}`), [both]);
      assert.deepEqual(await uuids(wire, `tag=${a},${b}`), [both]);
      assert.deepEqual(await uuids(wire, `tag=${b}&job_type=sweep`), []);
    },
  },
  {
    name: "jobs are found by words of title, note, tags, symbol and strategy, in any case",
    run: async (wire) => {
      const word = crypto.randomUUID();
      const uuid = await dispatch(wire, { limit: 300, strategy: "rsi" });
      await patch(wire, uuid, { title: `Title ${word}`, note: "A Note", tags: ["Tagged"] });
      for (const q of [word, `${word.toUpperCase()} note`, `tagged ${word} btcusdt RSI`]) {
        assert.deepEqual(await uuids(wire, `q=${encodeURIComponent(q)}`), [uuid], q);
      }
      assert.deepEqual(await uuids(wire, `q=${word}%20absent`), []);
      assert.deepEqual(await uuids(wire, `q=${word}&strategy=rsi&symbol=BTCUSDT`), [uuid]);
      assert.deepEqual(await uuids(wire, `q=${word}&strategy=ma_crossover`), []);
    },
  },
  ...(["total_return", "sharpe", "max_drawdown", "trades"] as const).map((figure): Case => {
    return {
      name: `jobs are sorted by ${figure}, those without it last in both directions, a page at a time`,
      run: async (wire) => {
        const tag = freshTag();
        const strategies = ["rsi", "ma_crossover", "bollinger_bands"];
        for (const strategy of strategies) {
          await ended(wire, await tagged(wire, [tag], { strategy }));
        }
        // No job fails sooner than one that needs more candles than there are.
        const without = await tagged(wire, [tag], { limit: 1 });
        await ended(wire, without);
        const search = `tag=${encodeURIComponent(tag)}`;
        const valueOf = ({ result }: contract.ListedJob): number | null => {
          if (result === null) return null;
          const name = figure === "trades" ? "total_trades" : figure;
          const value = (result as Readonly<Record<string, unknown>>)[name];
          return typeof value === "number" ? value : null;
        };
        for (const sign of [1, -1]) {
          const sort = sign === 1 ? figure : `-${figure}`;
          const jobs = await list(wire, `${search}&sort=${sort}`);
          assert.equal(jobs.length, strategies.length + 1);
          const keys = jobs.map((job): readonly [number, number] => {
            const value = valueOf(job);
            return [value === null ? Infinity : sign * value, job.id];
          });
          const sorted = keys.toSorted(([a, x], [b, y]) => (a === b ? x - y : a - b));
          assert.deepEqual(keys, sorted, sort);
          const paged: string[] = [];
          let next: string | null = `?${search}&sort=${sort}&limit=3`;
          while (next !== null) {
            const answer: Answer = await wire.get(`/api/jobs${next}`);
            paged.push(...(expectData(answer, jobList) as contract.ListedJob[]).map((j) => j.uuid));
            next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1] ?? null;
          }
          assert.deepEqual(
            paged,
            jobs.map(({ uuid }) => uuid),
          );
        }
      },
    };
  }),
  ...["sort=profit", "sort=", "q=", `q=${"x".repeat(201)}`, "sort=trades&sort=sharpe"].map(
    (query): Case => {
      return {
        name: `jobs with ${query.slice(0, 30)} are 400`,
        run: async (wire) => expectRefusal(await wire.get(`/api/jobs?${query}`), 400),
      };
    },
  ),
  {
    name: "a job tells the verdict about look-ahead once its audit has run",
    run: async (wire) => {
      const plain = await dispatch(wire, { limit: 300 });
      assert.equal((await ended(wire, plain)).look_ahead, "not_run");
      const audited = await dispatch(wire, { limit: 300, look_ahead: { runs: 4 } });
      assert.equal((await ended(wire, audited)).look_ahead, "clean");
    },
  },
];
