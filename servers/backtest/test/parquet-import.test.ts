/** Files of every kind over HTTP: the same candles as their CSV, and refusals that leave what was there. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { writeCandlesCsv } from "@bourse/backtest-engine/data";
import { createBacktestClient } from "@bourse/client/backtest";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";

import { runTestServer, type TestServer } from "./support/running-server.ts";

const TYPE = "application/vnd.apache.parquet";
const { candles } = await createSimulatedProvider({ seed: 23 }).candles({
  symbol: "BTCUSDT",
  interval: "60",
  endTime: Date.UTC(2026, 0, 1),
  limit: 600,
});
const { turnover: _, ...withoutTurnover } = candles;
const PRICES = ["open", "high", "low", "close", "volume"] as const;
const columns = [
  { name: "time", data: [...candles.time], type: "DOUBLE" as const },
  ...PRICES.map((name) => ({ name, data: [...candles[name]], type: "DOUBLE" as const })),
];
const parquet = fileOf(columns);

function fileOf(columnData: typeof columns): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

async function send(
  server: TestServer,
  body: Uint8Array<ArrayBuffer>,
  { query = "symbol=BTCUSDT&interval=1h", type = TYPE } = {},
) {
  const url = `${server.url}/api/data/import?${query}`;
  const answer = await fetch(url, { method: "POST", body, headers: { "content-type": type } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe("a Parquet file over HTTP", () => {
  test("is stored as the CSV of its candles is, byte for byte, and states how it was read", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    const { status, body } = await send(server, parquet);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      symbol: "BTCUSDT",
      records: 600,
      gaps: 0,
      timestamp_unit: "ms",
      format: { dialect: "parquet", delimiter: null, decimal: null, date_order: null },
    });
    const path = "/api/data/import?symbol=ASCSV&interval=1h";
    await server.post(path, writeCandlesCsv(withoutTurnover), { "content-type": "text/csv" });
    const folder = join(server.folder, "csv");
    const [one, other] = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
    );
    expect(one).toBe(other);
    expect(one?.split("\n").length).toBeGreaterThan(600);
  });

  test("takes the query's policy for gaps and its columns", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    const holed = fileOf(
      columns.map((column) => ({
        ...column,
        name: column.name === "close" ? "settled" : column.name,
        data: column.data.toSpliced(100, 5),
      })),
    );
    const query = "symbol=BTCUSDT&interval=1h&columns=close%3Dsettled";
    expect(await send(server, holed, { query: `${query}&gaps=fill` })).toMatchObject({
      status: 200,
      body: { records: 600, gaps: 1, filled: 5, format: { columns: { close: "settled" } } },
    });
    expect((await send(server, holed, { query: `${query}&gaps=refuse` })).status).toBe(422);
  });

  test("goes through the client as bytes", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    const client = createBacktestClient({ baseUrl: server.url, apiKey: "k".repeat(40) });
    const query = { symbol: "BTCUSDT", interval: "1h" } as const;
    expect(await client.importCandles({ query, body: parquet })).toMatchObject({
      records: 600,
      format: { dialect: "parquet" },
    });
  });

  test("that is broken or is none is refused in words, and the series stays", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    await send(server, parquet);
    const folder = join(server.folder, "csv");
    const names = await readdir(folder);
    const before = await readFile(join(folder, names[0]!), "utf8");
    const low = fileOf(
      columns.map((column) =>
        column.name === "low" ? { ...column, data: column.data.with(3, 1e9) } : column,
      ),
    );
    for (const [file, words] of [
      [parquet.slice(0, 5000), /must be a whole Parquet file/u],
      [new TextEncoder().encode("time,open\n1,2\n"), /has no column high, low, close/u],
      [low, /row 4: /u],
      [fileOf(columns.slice(0, 3)), /low|column/u],
      [new Uint8Array(), /must not be empty/u],
    ] as const) {
      const { status, body } = await send(server, file);
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(words)]);
    }
    expect(await readdir(folder)).toEqual(names);
    expect(await readFile(join(folder, names[0]!), "utf8")).toBe(before);
  });

  test("takes no option of text files, and no other media type", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    const query = "symbol=BTCUSDT&interval=1h&delimiter=comma";
    const told = await send(server, parquet, { query });
    expect([told.status, JSON.stringify(told.body)]).toEqual([
      400,
      expect.stringContaining("is for text files"),
    ]);
    const other = await send(server, parquet, { type: "application/zip" });
    expect([other.status, JSON.stringify(other.body)]).toEqual([
      415,
      expect.stringContaining("text/csv, in UTF-8 or UTF-16, or application/octet-stream"),
    ]);
  });
});

describe("a file that the command reads", () => {
  test("is read over HTTP too, whatever its type is called: UTF-16 and Arrow", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    const text = writeCandlesCsv(withoutTurnover);
    const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
    for (const [file, type, dialect] of [
      [utf16, "text/csv", "plain"],
      [utf16, "text/csv; charset=utf-16", "plain"],
      [utf16, "application/octet-stream", "plain"],
      [ARROW, "application/vnd.apache.arrow.stream", "arrow"],
      [ARROW, "application/octet-stream", "arrow"],
      [parquet, "application/octet-stream", "parquet"],
    ] as const) {
      expect([type, await send(server, file, { type })]).toMatchObject([
        type,
        { status: 200, body: { records: dialect === "arrow" ? 3 : 600, format: { dialect } } },
      ]);
    }
  });

  test("but for its size is refused before anything is done with it, and nobody waits", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    const commas = new TextEncoder().encode(`${",".repeat(1_000_000)}\n`);
    const [refused, health] = await Promise.all([
      send(server, commas, { type: "text/csv" }),
      server.get("/api/health"),
    ]);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining("longer than 65536 bytes"),
    ]);
    expect(health.status).toBe(200);
  });
});

/** An Arrow stream of three hours at the price 1, written by flechette 2.6.0. */
const ARROW = Uint8Array.from(
  Buffer.from(
    [
      "/////0gBAAAQAAAAAAAKAAwACgAJAAQACgAAABAAAAAAAQQACAAIAAAABAAIAAAABAAAAAYAAADwAAAAsAAAAIQAAABcAAAAMAAA",
      "AAQAAAA0////GAAAAAAAAgEEAAAABgAAAHZvbHVtZQAAZP///wAAAAEIAAAAXP///xgAAAAAAAIBBAAAAAUAAABjbG9zZQAAAIz/",
      "//8AAAABCAAAAIT///8UAAAAAAACAQQAAAADAAAAbG93ALD///8AAAABCAAAAKj///8YAAAAAAACAQQAAAAEAAAAaGlnaAAAAADY",
      "////AAAAAQgAAADQ////IAAAAAAAAgEEAAAABAAAAG9wZW4AAAAACAAMAAgABwAIAAAAAAAAAQgAAAAMABAADAALAAoABAAMAAAA",
      "HAAAAAAAAwEEAAAABAAAAHRpbWUAAAYACAAGAAYAAAAAAAIA/////3gBAAAUAAAAAAAAAAwAFgAUABMADAAEAAwAAABAAAAAAAAA",
      "ABQAAAAAAAADBAAKABgADAAIAAQACgAAABQAAADYAAAAAwAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABgA",
      "AAAAAAAAGAAAAAAAAAAAAAAAAAAAABgAAAAAAAAAAwAAAAAAAAAgAAAAAAAAAAAAAAAAAAAAIAAAAAAAAAADAAAAAAAAACgAAAAA",
      "AAAAAAAAAAAAAAAoAAAAAAAAAAMAAAAAAAAAMAAAAAAAAAAAAAAAAAAAADAAAAAAAAAAAwAAAAAAAAA4AAAAAAAAAAAAAAAAAAAA",
      "OAAAAAAAAAADAAAAAAAAAAAAAAAGAAAAAwAAAAAAAAAAAAAAAAAAAAMAAAAAAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAAAAAAwAA",
      "AAAAAAAAAAAAAAAAAAMAAAAAAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAAAAAAACAqm23eUIAAGgZcbd5QgAAUIh0t3lCAQEBAAAA",
      "AAABAQEAAAAAAAEBAQAAAAAAAQEBAAAAAAABAQEAAAAAAP////8AAAAA",
    ].join(""),
    "base64",
  ),
);
