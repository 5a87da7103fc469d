import assert from "node:assert/strict";

import {
  CacheCleared,
  CacheStatus,
  ImportDeleted,
  ImportList,
  ImportReply,
  Klines,
  SymbolList,
  type JobOf,
} from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectInvalid, expectKeys, expectRefusal, shown } from "../http/expect.ts";
import type { Wire } from "../http/wire.ts";
import { dispatch, ended } from "./jobs.ts";

const REFUSED = [
  "limit=0",
  "limit=1001",
  "limit=x",
  "interval=0m",
  "interval=1.5h",
  "interval=-3m",
  "interval=1y",
  "interval=M1",
  "interval=1000000000000000000000000000000m",
  "interval=11000d",
  "interval=",
  "symbol=",
  "symbol=A%20B",
  `symbol=${"A".repeat(65)}`,
  "use_cache=maybe",
  "joined=true",
  "joined=maybe&start_time=2024-01-01",
  "start_time=yesterday",
  "start_time=2024-01-02&end_time=2024-01-01",
  "exchange=nobody",
  "symbol=BTCUSDT&symbol=ETHUSDT",
];

const HEADER = "timestamp,open,high,low,close,volume";
const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);

function importCsv(wire: Wire, search: string, csv: string) {
  return wire.post(`/api/data/import?${search}`, csv, { "content-type": "text/csv" });
}

function csvOf(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `${START + at * HOUR},10,12,9,11,${at}`);
  return [HEADER, ...rows, ""].join("\n");
}

/** Klines, symbols, cache and import. */
export const dataCases: readonly Case[] = [
  {
    name: "klines are BTCUSDT, 1h, 100 of them, oldest first, unless asked otherwise",
    run: async (wire) => {
      const answer = await wire.get("/api/data/klines");
      const klines = expectData(answer, Klines);
      assert.equal(klines.symbol, "BTCUSDT");
      assert.equal(klines.count, 100);
      assert.equal(klines.records.length, 100);
      const times = klines.records.map((record) => Date.parse(record.timestamp));
      assert.ok(
        times.every((time, at) => at === 0 || time - times[at - 1]! === HOUR),
        shown(answer),
      );
      assert.ok(klines.records.every((one) => one.low <= one.open && one.close <= one.high));
    },
  },
  {
    name: "klines take 1 and 1000, other symbols and intervals, and use_cache=false",
    run: async (wire) => {
      for (const [limit, interval] of [
        [1, "1"],
        [1000, "1d"],
        [7, "D"],
        [5, "1M"],
        [9, "45m"],
        [3, "3M"],
      ] as const) {
        const search = `symbol=ethusdt&limit=${limit}&interval=${interval}&use_cache=false`;
        const klines = expectData(await wire.get(`/api/data/klines?${search}`), Klines);
        assert.equal(klines.symbol, "ETHUSDT");
        assert.equal(klines.records.length, limit);
      }
    },
  },
  ...REFUSED.map((query): Case => {
    return {
      name: `klines with ${query.slice(0, 60)} are 400`,
      run: async (wire) => expectRefusal(await wire.get(`/api/data/klines?${query}`), 400),
    };
  }),
  {
    name: "symbols tell exchange, symbols and their count",
    run: async (wire) => {
      const list = expectData(await wire.get("/api/data/symbols"), SymbolList);
      assert.equal(list.count, list.symbols.length);
      assert.ok(list.symbols.includes("BTCUSDT"), list.symbols.join(" "));
    },
  },
  {
    name: "symbols of an unknown exchange are 400",
    run: async (wire) =>
      expectRefusal(await wire.get("/api/data/symbols?exchange=no_such_exchange"), 400),
  },
  {
    name: "the cache tells what it holds, and how many files its clearing deleted",
    run: async (wire) => {
      const status = expectData(await wire.get("/api/data/cache"), CacheStatus);
      assert.ok(status.total_files >= status.symbols.length, JSON.stringify(status));
      const answer = await wire.send("/api/data/cache", { method: "DELETE" });
      expectData(answer, CacheCleared);
      expectKeys(answer.json, ["files_deleted"], answer);
      assert.equal(expectData(await wire.get("/api/data/cache"), CacheStatus).total_files, 0);
    },
  },
  {
    name: "imported candles are counted with their gaps, and served from then on",
    run: async (wire) => {
      const lines = csvOf(30).split("\n");
      lines.splice(10, 2);
      const answer = await importCsv(wire, "symbol=CONFORM&interval=1h", lines.join("\n"));
      const reply = expectData(answer, ImportReply);
      assert.deepEqual(
        [reply.symbol, reply.records, reply.gaps],
        ["CONFORM", 28, 1],
        shown(answer),
      );
      const klines = expectData(
        await wire.get("/api/data/klines?symbol=CONFORM&interval=1h&limit=5"),
        Klines,
      );
      assert.equal(klines.source, "csv");
      assert.equal(klines.records.at(-1)?.timestamp, new Date(START + 29 * HOUR).toISOString());
      assert.equal(klines.records.at(-1)?.volume, 29);
    },
  },
  {
    name: "klines of a range are those in it, and joined ones lose no price and no volume",
    run: async (wire) => {
      expectData(await importCsv(wire, "symbol=RANGED&interval=1h", csvOf(30)), ImportReply);
      const range = "symbol=RANGED&interval=1h&start_time=2024-01-01T05:00:00&end_time=2024-01-02";
      const rows = expectData(await wire.get(`/api/data/klines?${range}`), Klines).records;
      assert.deepEqual([rows.length, rows[0]?.volume, rows.at(-1)?.volume], [19, 5, 23]);
      const joined = expectData(
        await wire.get(`/api/data/klines?${range}&limit=4&joined=true`),
        Klines,
      ).records;
      assert.deepEqual(
        joined.map(({ timestamp, volume }) => [timestamp.slice(11, 13), volume]),
        [
          ["05", 35],
          ["10", 60],
          ["15", 85],
          ["20", 86],
        ],
      );
      assert.ok(
        joined.every(({ open, high, low, close }) =>
          [open, high, low, close].every((price, at) => price === [10, 12, 9, 11][at]),
        ),
      );
    },
  },
  {
    name: "an import is listed until it is deleted; then its candles are gone, and deleting it again is 404",
    run: async (wire) => {
      const name = "symbol=KEPT&interval=1h";
      expectData(await importCsv(wire, name, csvOf(3)), ImportReply);
      const listed = async () => {
        const {
          imports,
          count,
          total_size_bytes: total,
        } = expectData(await wire.get("/api/data/import"), ImportList);
        assert.equal(count, imports.length);
        const sizes = imports.map((series) => series.size_bytes);
        assert.equal(
          total,
          sizes.reduce((sum, size) => sum + size, 0),
        );
        return imports.filter(({ symbol }) => symbol === "KEPT");
      };
      assert.deepEqual(
        (await listed()).map(({ interval, exchange }) => [interval, exchange]),
        [["60", null]],
      );
      const remove = () => wire.send(`/api/data/import?${name}`, { method: "DELETE" });
      assert.deepEqual(expectData(await remove(), ImportDeleted), {
        symbol: "KEPT",
        interval: "1h",
        status: "deleted",
      });
      assert.deepEqual(await listed(), []);
      expectRefusal(await remove(), 404);
    },
  },
  {
    name: "an import states the format of its file; dates that may mean two days are 422 until told",
    run: async (wire) => {
      const csv =
        "Date;Open;High;Low;Close\n03/04/2020;1,5;2,25;1;1,5\n04/04/2020;1,5;2;1;1,5\n06/04/2020;1;1;1;1\n";
      const name = "symbol=CONFORMAT&interval=1d";
      expectInvalid(await importCsv(wire, name, csv), "body");
      const { format, filled, records } = expectData(
        await importCsv(wire, `${name}&date_order=dmy&gaps=fill`, csv),
        ImportReply,
      );
      assert.deepEqual(
        [format.dialect, format.delimiter, format.decimal, format.date_order, format.order],
        ["plain", "semicolon", "comma", "dmy", "oldest_first"],
      );
      assert.deepEqual(format.columns["time"], "Date");
      assert.ok(format.assumptions.some((sentence) => sentence.includes("no volumes")));
      assert.deepEqual([records, filled], [4, 1]);
      expectInvalid(await importCsv(wire, `${name}&date_order=dmy&gaps=refuse`, csv), "body");
      await wire.send(`/api/data/import?${name}`, { method: "DELETE" });
    },
  },
  {
    name: "an import keeps the zone and the calendar that it was told; a run takes both unless its request names others",
    run: async (wire) => {
      const days = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2024, 1, 1 + day)));
      const rows = days
        .filter((date) => ![0, 6].includes(date.getUTCDay()))
        .flatMap((date) =>
          [10, 11, 12, 13, 14, 15].map(
            (hour) => `${date.toISOString().slice(0, 10)} ${hour}:00,10,12,9,11,1`,
          ),
        );
      const csv = [HEADER, ...rows, ""].join("\n");
      const series = { symbol: "PLACED", interval: "1h" };
      const name = "symbol=PLACED&interval=1h";
      const told = await importCsv(wire, `${name}&time_zone=America/New_York&calendar=XNYS`, csv);
      const place = { time_zone: "America/New_York", calendar: "XNYS", bars_per_year: 1512 };
      const reply = expectData(told, ImportReply);
      const { time_zone, calendar, bars_per_year } = reply;
      assert.deepEqual({ time_zone, calendar, bars_per_year }, place);
      const { imports } = expectData(await wire.get("/api/data/import"), ImportList);
      const kept = imports.find(({ symbol }) => symbol === "PLACED");
      assert.deepEqual(
        [kept?.time_zone, kept?.calendar, kept?.bars_per_year],
        Object.values(place),
      );
      const run = async (body: object) => {
        const job = await ended(wire, await dispatch(wire, { ...series, ...body }));
        assert.equal(job.status, "completed", job.error ?? "");
        const { result } = job as JobOf<"backtest">;
        return [result?.time_zone, result?.calendar, result?.bars_per_year];
      };
      assert.deepEqual(await run({}), Object.values(place));
      assert.deepEqual((await run({ time_zone: "UTC" })).slice(0, 2), ["UTC", "XNYS"]);
      assert.deepEqual((await run({ calendar: "always" })).slice(0, 2), [
        "America/New_York",
        "always",
      ]);
      expectRefusal(await importCsv(wire, `${name}&calendar=XXXX`, csv), 400);
      await wire.send(`/api/data/import?${name}`, { method: "DELETE" });
    },
  },
  {
    name: "a broken import is 422, names its row, and nothing of it is served",
    run: async (wire) => {
      const broken = csvOf(5).replace(",12,9,11,3", ",8,9,11,3");
      const issues = expectInvalid(
        await importCsv(wire, "symbol=BROKEN1&interval=1h", broken),
        "body",
      );
      assert.match(JSON.stringify(issues), /\b5\b/);
      const served = await wire.get("/api/data/klines?symbol=BROKEN1&interval=1h&limit=5");
      assert.notEqual((served.json as { source?: unknown }).source, "csv", shown(served));
    },
  },
  ...[
    "symbol=X",
    "interval=1h",
    "symbol=X&interval=1y",
    "symbol=&interval=1h",
    "symbol=X&interval=1h&dialect=excel",
    "symbol=X&interval=1h&columns=open",
    "symbol=X&interval=1h&utc_offset_minutes=841",
  ].map((query): Case => {
    return {
      name: `an import with ${query} is 400`,
      run: async (wire) => expectRefusal(await importCsv(wire, query, csvOf(2)), 400),
    };
  }),
  {
    name: "an import of JSON is 415, an empty one 422",
    run: async (wire) => {
      const path = "/api/data/import?symbol=CONFORM&interval=1h";
      expectRefusal(await wire.post(path, "{}"), 415);
      expectInvalid(await importCsv(wire, "symbol=CONFORM&interval=1h", ""), "body");
    },
  },
];
