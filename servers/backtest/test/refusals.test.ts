import { describe, expect, test } from "vitest";

import type { Calls } from "./support/calls.ts";
import { sharedTestServer } from "./support/running-server.ts";

const noJobs = { total: 0 };

/** Fields of POST /api/backtests at both sides of each documented bound. */
const bounds: readonly [field: string, good: readonly unknown[], bad: readonly unknown[]][] = [
  ["limit", [1, 1_000_000], [0, -1, 1_000_001, 1.5, "10", null, true]],
  ["initial_capital", [0.01, 1e9], [0, -1, "1", null]],
  ["transaction_fee", [0, 0.4999], [0.5, -0.0001, "0", null]],
  [
    "symbol",
    ["A", "a".repeat(64), "A.B_C/D-9", "^GSPC", "Ä"],
    ["", "A".repeat(65), "A B", "A*", 7, null],
  ],
  [
    "interval",
    ["1", "M", "1M", "2", "10m", "3D", "120M"],
    ["0m", "1.5h", "-3m", "1y", "M1", `1${"0".repeat(30)}m`, "121M", "1H", "", 60, null],
  ],
  ["strategy", ["rsi"], ["", "unknown", "constructor", 5]],
  [
    "parameters",
    [{}, { level: 2 }],
    [[], "x", { level: 0 }, { levle: 2 }, { level: "2" }, { level: [1] }],
  ],
  ["exchange", ["simulated"], ["nowhere", "", "__proto__"]],
  ["start_time", ["2026-01-01", "2026-01-01T00:00:00Z"], ["yesterday", 5, "2026-13-01"]],
  ["direction", ["long"], ["sideways", 1]],
  ["fill", ["close", "next_open"], ["open"]],
  ["slippage", [0, 0.4999], [0.5, -0.1]],
  ["take_profit_pct", [0.01], [0, -1]],
  ["stop_loss_pct", [0.01, 0.999], [0, 1]],
  ["position_size_pct", [0.01, 1], [0, 1.01]],
  ["train_split", [0, 0.5], [1, -0.1]],
];

describe("POST /api/backtests", () => {
  const refusing = sharedTestServer();
  const taking = sharedTestServer({ WORKERS: "1" });

  test.each(bounds)("%s is taken within its bounds", async (field, good) => {
    for (const value of good) {
      const answer = await taking().post("/api/backtests", { limit: 50, [field]: value });
      expect({ value, ...answer }).toMatchObject({ status: 200 });
    }
  });

  test.each(bounds)(
    "%s is refused beyond its bounds, by place, and makes no job",
    async (field, _, bad) => {
      for (const value of bad) {
        const answer = await refusing().post("/api/backtests", { [field]: value });
        expect({ value, ...answer }).toMatchObject({ status: 422, body: { status_code: 422 } });
        const { detail } = answer.body as {
          detail: { loc: unknown[]; msg: string; type: string }[];
        };
        expect(detail[0]!.loc.slice(0, 2)).toEqual(["body", field]);
        expect(detail[0]!.msg).not.toBe("");
        expect(detail[0]!.type).toMatch(/^[a-z_]+$/);
      }
      expect((await refusing().get("/api/jobs/stats")).body).toMatchObject(noJobs);
    },
  );

  test("a range that ends before it begins is refused", async () => {
    const answer = await refusing().post("/api/backtests", {
      start_time: "2026-02-01",
      end_time: "2026-01-01",
    });
    expect(answer.status).toBe(422);
  });

  test.each([
    ["malformed JSON", "{"],
    ["a lone word", "hello"],
    ["a megabyte of nesting", "[".repeat(1_000_000)],
    ["balanced nesting past the cap", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["an array", "[]"],
    ["null", "null"],
    ["a number past the largest", '{"initial_capital": 1e999}'],
    ["a key twice", '{"limit": 5, "limit": 6}'],
    ["a prototype key", '{"__proto__": {"limit": 5}}'],
  ])("%s is refused and the server goes on", async (_, body) => {
    const { status, body: error } = await refusing().post("/api/backtests", body);
    expect(status).toBe(422);
    expect(error).toMatchObject({
      status_code: 422,
      detail: [{ loc: expect.arrayContaining(["body"]) as string[] }],
    });
    await expectAlive(refusing());
  });

  test("a body over the limit is refused as too large", async () => {
    const answer = await refusing().post("/api/backtests", { symbol: "A".repeat(2_000_000) });
    expect(answer).toMatchObject({ status: 413, body: { status_code: 413 } });
    await expectAlive(refusing());
  });

  test("a body of another media type is refused", async () => {
    const type = { "content-type": "application/xml" };
    expect(await refusing().post("/api/backtests", "<a/>", type)).toMatchObject({ status: 415 });
    await expectAlive(refusing());
  });
});

describe("queries and paths", () => {
  const refusing = sharedTestServer();

  test.each([
    "/api/jobs?limit=0",
    "/api/jobs?limit=101",
    "/api/jobs?limit=ten",
    "/api/jobs?limit=1&limit=2",
    "/api/jobs?status=done",
    "/api/jobs?job_type=cleaning",
    "/api/data/klines?limit=0",
    "/api/data/klines?limit=1001",
    "/api/data/klines?interval=2h30",
    "/api/data/klines?symbol=",
    "/api/data/klines?symbol=A%20B",
    "/api/data/klines?symbol=NOSUCHPAIR",
    "/api/data/klines?use_cache=maybe",
    "/api/data/symbols?exchange=nowhere",
    "/api/data/symbols?exchange=__proto__",
  ])("%s is a 400 with a sentence", async (path) => {
    expect(await refusing().get(path)).toMatchObject({
      status: 400,
      body: { status_code: 400, detail: expect.any(String) as string },
    });
  });

  test.each(["/api/jobs?limit=1", "/api/jobs?limit=100", "/api/data/klines?limit=1000"])(
    "%s is within the bounds",
    async (path) => {
      expect((await refusing().get(path)).status).toBe(200);
    },
  );

  test.each([
    ["GET", "/api/jobs/00000000-0000-4000-8000-000000000000"],
    ["GET", "/api/jobs/nonsense"],
    ["POST", "/api/jobs/00000000-0000-4000-8000-000000000000/cancel"],
    ["POST", "/api/strategies/unknown/signal"],
    ["POST", "/api/strategies/__proto__/signal"],
    ["GET", "/api/nowhere"],
  ] as const)("%s %s is a 404 of the documented shape", async (method, path) => {
    const answer = method === "GET" ? await refusing().get(path) : await refusing().post(path);
    expect(answer).toMatchObject({
      status: 404,
      body: { status_code: 404, detail: expect.any(String) as string },
    });
  });

  test("a wrong method is a 405 that says which ones there are", async () => {
    const answer = await refusing().delete("/api/jobs");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toContain("GET");
  });
});

describe("POST /api/data/import", () => {
  const refusing = sharedTestServer({ DATA_PROVIDER: "csv" });
  const path = "/api/data/import?symbol=BADUSDT&interval=1d";
  const csv = { "content-type": "text/csv" };
  const header = "timestamp,open,high,low,close,volume";

  test("every bad row is named, and nothing is written", async () => {
    const rows = [
      "1704067200000,1,2,0.5,1.5,10",
      "1704153600000,1,0.5,2,1,10",
      "oops,1,2,0.5,1,10",
    ];
    const { status, body } = await refusing().post(path, [header, ...rows].join("\n"), csv);
    expect(status).toBe(422);
    const text = JSON.stringify(body);
    expect(text).toMatch(/\b3\b/);
    expect(text).toMatch(/\b4\b/);
    expect((await refusing().get("/api/data/klines?symbol=BADUSDT&interval=1d")).status).toBe(400);
  });

  test.each([
    ["no header", "1,2,3"],
    ["an empty file", ""],
    ["a header alone", header],
    ["a duplicate time", `${header}\n1704067200000,1,2,1,1,1\n1704067200000,1,2,1,1,1`],
    ["NaN", `${header}\n1704067200000,NaN,2,1,1,1`],
  ])("%s is refused", async (_, body) => {
    expect((await refusing().post(path, body, csv)).status).toBe(422);
    await expectAlive(refusing());
  });

  test.each(["..%2f..%2fetc", "A%00B", "%2e%2e"])(
    "the symbol %s can't leave the folder",
    async (symbol) => {
      const evil = `/api/data/import?symbol=${symbol}&interval=1d`;
      const { status } = await refusing().post(evil, `${header}\n1704067200000,1,2,1,1,1`, csv);
      // A symbol may hold dots and slashes; whatever it is, the file stays inside (see the adapter's own tests).
      expect([200, 400, 422]).toContain(status);
      await expectAlive(refusing());
    },
  );
});

async function expectAlive(server: Calls): Promise<void> {
  expect((await server.get("/api/health")).status).toBe(200);
}
