/** Commands and scripts as processes of their own, at an exchange that pages, limits, fails and loses answers. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { runInPackage } from "./support/readme-example.ts";
import { rounds } from "./support/rounds.ts";
import { runToItsEnd, startProcess, startProgram } from "./support/server-process.ts";
import { root } from "./support/workspace.ts";
import { candleAt } from "./world/exchange/series.ts";

const EXCHANGE = join(root, "test/world/exchange/main.ts");
const COMMAND = join(root, "packages/cli/src/main.ts");
const BYBIT = join(root, "packages/adapters/exchange-bybit");
const CCXT = join(root, "packages/adapters/execution-ccxt");
const AUTH = join(root, "packages/auth-core");

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Starts an exchange with these flags and resolves to its address. */
async function openExchange(...flags: string[]): Promise<string> {
  const { url } = await startProcess(EXCHANGE, {}, undefined, flags);
  return url;
}

/** Numbers of the requests that met a fault, by its name. */
async function met(url: string): Promise<Readonly<Record<string, number>>> {
  const reply = await fetch(`${url}/faults`);
  return (await reply.json()) as Record<string, number>;
}

/** Numbers of the requests that the exchange has answered, and whether it holds one back. */
async function answers(url: string): Promise<{ readonly given: number; isOneHeld: boolean }> {
  const reply = await fetch(`${url}/answers`);
  return (await reply.json()) as { given: number; isOneHeld: boolean };
}

/** Runs `bourse-backtest` at the exchange, with a data folder of its own. */
function run(url: string, words: readonly string[], folder = openFolder()) {
  return runToItsEnd(COMMAND, ["backtest", ...words], variablesOf(url, folder));
}

function variablesOf(url: string, folder: string) {
  return {
    DATA_DIR: folder,
    DATA_PROVIDER: "bybit",
    BYBIT_HOST: url,
    BINANCE_HOST: url,
    BINANCE_PERPETUAL_HOST: url,
  };
}

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bourse-world-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Asks the command for candles in a file; resolves to its rows of numbers. */
async function fetched(url: string, words: readonly string[]): Promise<number[][]> {
  const folder = openFolder();
  const file = join(folder, "candles.csv");
  const { code, output } = await run(url, ["data", "fetch", ...words, "--out", file], folder);
  expect({ code, output }).toMatchObject({ code: 0 });
  const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => line.split(",").map(Number));
}

/** The rows that a file of these candles has. */
function candlesFrom(start: number, step: number, count: number): number[][] {
  return Array.from({ length: count }, (_, place) => {
    const { time, open, high, low, close, volume, turnover } = candleAt(
      "BTCUSDT",
      step,
      start + place * step,
    );
    return [time, ...[open, high, low, close, volume, turnover].map(Number)];
  });
}

/** A third of the requests fails, the first one among them. */
const FAILING = ["--failures", "0.3", "--faults", "429,503,reset", "--seed", "68"];

/** Five months, which are four pages. */
const RANGE = ["--from", "2024-01-01", "--to", "2024-06-01", "--interval", "1h"];
const RANGE_CANDLES = (Date.UTC(2024, 5, 1) - Date.UTC(2024, 0, 1)) / HOUR;

describe("a fetch of many pages", { timeout: 180_000 }, () => {
  const count = rounds(20_000, 50_000);
  const start = Date.UTC(2024, 0, 1);
  const words = [
    "--from",
    new Date(start).toISOString(),
    "--to",
    new Date(start + count * MINUTE).toISOString(),
    "--interval",
    "1m",
  ];

  test.each(["bybit", "binance", "bybitperpetual"])(
    "from %s brings every candle exactly, while one request in twenty fails",
    async (exchange) => {
      const url = await openExchange("--failures", "0.05", "--seed", "68");
      const rows = await fetched(url, ["--exchange", exchange, ...words]);
      expect(rows).toEqual(candlesFrom(start, MINUTE, count));
      expect(Object.keys(await met(url))).not.toEqual([]);
    },
  );

  test("goes on after the exchange has refused it for its weight", async () => {
    const url = await openExchange("--weight", "2", "--window-milliseconds", "3000");
    const rows = await fetched(url, ["--exchange", "binance", ...RANGE]);
    expect(rows).toEqual(candlesFrom(start, HOUR, RANGE_CANDLES));
    expect(await met(url)).toEqual({ refused: expect.any(Number) as number });
  });

  test("waits for an exchange that needs three seconds for every page", async () => {
    const slow = ["--failures", "1", "--faults", "slow", "--slow-milliseconds", "3000"];
    const url = await openExchange(...slow);
    const rows = await fetched(url, ["--exchange", "bybit", ...RANGE]);
    expect(rows).toEqual(candlesFrom(start, HOUR, RANGE_CANDLES));
    expect(Object.keys(await met(url))).toEqual(["slow"]);
  });

  test("keeps the slow pace that perpetual contracts of Binance need", async () => {
    const url = await openExchange();
    const rows = await fetched(url, ["--exchange", "binanceperpetual", ...RANGE]);
    expect(rows).toEqual(candlesFrom(start, HOUR, RANGE_CANDLES));
  });

  test("of several symbols leaves none out", async () => {
    const url = await openExchange(...FAILING);
    const words = ["--symbols", "BTCUSDT,ETHUSDT", ...RANGE, "--out", join(openFolder(), "set")];
    const { code, output } = await run(url, ["data", "fetch", ...words]);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain(String(RANGE_CANDLES));
    expect(Object.keys(await met(url))).not.toEqual([]);
  });
});

test("a symbol that was listed or delisted within the range is told, and its candles are kept", async () => {
  const url = await openExchange();
  const folder = openFolder();
  const range = ["--from", "2019-12-01", "--to", "2024-06-01", "--interval", "1d"];
  const words = ["--symbols", "BTCUSDT,OLDUSDT", ...range, "--out", join(folder, "set")];
  const { code, output } = await run(url, ["data", "fetch", ...words]);
  expect(code).toBe(0);
  expect(output.split("\n").filter((line) => line.startsWith("warning: "))).toEqual([
    "warning: BTCUSDT has no candle before 2020-01-01T00:00, so it was probably listed then.",
    "warning: OLDUSDT has no candle before 2020-01-01T00:00, so it was probably listed then.",
    "warning: OLDUSDT has no candle after 2024-02-29T00:00, so it was probably delisted or renamed then, or is halted.",
  ]);
  expect(output).toMatch(/^OLDUSDT: 1521 candles/mu);
}, 60_000);

test("a ban is told with exit code 1, not waited for", async () => {
  const flags = ["--weight", "0", "--refusals-before-ban", "0", "--window-milliseconds", "60000"];
  const url = await openExchange(...flags);
  const { code, output } = await run(url, ["data", "fetch", "--exchange", "binance", "--json"]);
  expect(code).toBe(1);
  expect(output).toContain("HTTP 418");
});

describe("a command that reads from an exchange that fails", { timeout: 180_000 }, () => {
  const MARKET = ["--exchange", "bybit", ...RANGE, "--strategy", "rsi"];
  const GRID = ["--set", "period=10,14"];

  test.each([
    { name: "run", words: ["run", ...MARKET, "--json"], shows: '"exchange": "bybit"' },
    {
      name: "run on perpetual contracts of Bybit with funding",
      words: [
        "run",
        "--exchange",
        "bybitperpetual",
        ...RANGE,
        "--strategy",
        "rsi",
        "--funding",
        "--json",
      ],
      shows: '"funding"',
    },
    {
      name: "run on perpetual contracts of Binance with funding",
      words: [
        "run",
        "--exchange",
        "binanceperpetual",
        ...RANGE,
        "--strategy",
        "rsi",
        "--funding",
        "--json",
      ],
      shows: '"funding"',
    },
    {
      name: "run of a portfolio",
      words: ["run", "--symbols", "BTCUSDT,ETHUSDT", ...MARKET, "--json"],
      shows: "ETHUSDT",
    },
    {
      name: "run beside a benchmark",
      words: ["run", ...MARKET, "--tear-sheet", "--benchmark", "ETHUSDT", "--json"],
      shows: "ETHUSDT",
    },
    { name: "sweep", words: ["sweep", ...MARKET, ...GRID, "--json"], shows: '"period": 14' },
    {
      name: "walk-forward",
      words: ["walk-forward", ...MARKET, ...GRID, "--train", "1000", "--test", "500", "--json"],
      shows: '"period"',
    },
    {
      name: "audit look-ahead",
      words: ["audit", "look-ahead", ...MARKET, "--runs", "4"],
      shows: "rsi",
    },
    { name: "report", words: ["report", ...MARKET, "--out"], shows: "report.html" },
  ])("$name ends with exit code 0 and its output", async ({ words, shows }) => {
    const url = await openExchange(...FAILING);
    const ends = words.at(-1) === "--out" ? [join(openFolder(), "report.html")] : [];
    const { code, output } = await run(url, [...words, ...ends]);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain(shows);
    expect(Object.keys(await met(url))).not.toEqual([]);
  });
});

describe("a command that is killed while it fetches", { timeout: 300_000 }, () => {
  const pages = rounds(18, 50);
  const start = Date.UTC(2024, 0, 1);
  const end = start + pages * 1_000 * MINUTE;
  const range = ["--from", new Date(start).toISOString(), "--to", new Date(end).toISOString()];
  const series = ["--exchange", "bybitperpetual", "--interval", "1m", ...range];
  const strategy = [...series, "--strategy", "rsi"];

  test.each([
    ["run", [...strategy, "--json"]],
    ["sweep", [...strategy, "--set", "period=10,14", "--json"]],
    ["walk-forward", [...strategy, "--set", "period=10,14", "--train", "4000", "--test", "4000"]],
    ["audit", ["look-ahead", ...strategy, "--runs", "2"]],
    ["report", [...strategy, "--out", "report.html"]],
    ["data", ["fetch", ...series, "--out", "candles.csv"]],
  ])("%s goes on where it was, and has the right candles", async (name, words) => {
    const held = pages - 4;
    const url = await openExchange("--failures", "0.05", "--hold-after", String(held));
    const folder = openFolder();
    const placed = words.map((word) => (/\.(?:html|csv)$/u.test(word) ? join(folder, word) : word));
    const variables = variablesOf(url, folder);
    const killed = startProgram(COMMAND, ["backtest", name, ...placed], variables);
    await expect.poll(async () => (await answers(url)).isOneHeld, { timeout: 60_000 }).toBe(true);
    killed.kill();
    expect(await killed.ended).toMatchObject({ signal: "SIGKILL" });

    const before = (await answers(url)).given;
    const { code, output } = await run(url, [name, ...placed], folder);
    expect({ code, output }).toMatchObject({ code: 0 });
    // What came of a stretch of ten pages is lost, and an answer that was cut off is asked for again.
    const asked = (await answers(url)).given - before;
    expect(asked).toBeLessThan(1.5 * (pages - Math.floor(held / 10) * 10));
    expect(asked).toBeGreaterThanOrEqual(pages - held);

    const file = join(folder, "all.csv");
    const told = await run(url, ["data", "fetch", ...series, "--out", file], folder);
    expect(told).toMatchObject({ code: 0 });
    const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
    const rows = lines.map((line) => line.split(",").map(Number));
    expect(rows).toEqual(candlesFrom(start, MINUTE, pages * 1_000));
    expect((await answers(url)).given).toBe(before + asked);
  });
});

describe("a script", { timeout: 120_000 }, () => {
  test("gets its Bybit order though the answer was lost, once", async () => {
    const url = await openExchange("--lost-orders", "1");
    const script = `
      import { createBybitBroker } from "@bourse/exchange-bybit";
      const { broker, close } = createBybitBroker({
        apiKey: "the-key-of-the-account",
        apiSecret: "a-secret-that-nobody-may-see",
        origin: ${JSON.stringify(url)},
      });
      const order = await broker.place({ symbol: "BTCUSDT", side: "buy", quantity: "1" });
      console.log(order.status, (await broker.orders()).length);
      await close();
    `;
    expect(await runInPackage(BYBIT, script)).toBe("filled 1\n");
    expect(await met(url)).toEqual({ "lost order": 1 });
  });

  test("gets its order through ccxt though the answer was lost, once", async () => {
    const url = await openExchange("--lost-orders", "1");
    const script = `
      import { createCcxtBroker, loadCcxt } from "@bourse/execution-ccxt";
      const broker = createCcxtBroker({
        ccxt: await loadCcxt(),
        exchange: "binance",
        apiKey: "the-key-of-the-account",
        apiSecret: "a-secret-that-nobody-may-see",
        fetch: (address, init) => {
          const { pathname, search } = new URL(address);
          return fetch(${JSON.stringify(url)} + pathname + search, init);
        },
      });
      const order = await broker.place({ symbol: "BTCUSDT", side: "buy", quantity: "1" });
      console.log(order.status, (await broker.orders()).length);
    `;
    expect(await runInPackage(CCXT, script)).toBe("filled 1\n");
    expect(await met(url)).toEqual({ "lost order": 1 });
  });

  test("reads candles from an exchange that refuses, and from one whose pace is slow", async () => {
    const url = await openExchange(...FAILING);
    const script = `
      import { createBybitProvider } from "@bourse/exchange-bybit";
      const provider = createBybitProvider({ origin: ${JSON.stringify(url)}, attempts: 10, requestsPerSecond: 2 });
      const request = { symbol: "BTCUSDT", interval: "60", limit: 4000 };
      console.log((await provider.candles(request)).candles.length);
      await provider.close();
    `;
    expect(await runInPackage(BYBIT, script)).toBe("4000\n");
  });

  test("is told whether a login that was delayed has succeeded", async () => {
    const script = `
      import { authCollections, createAuthCore } from "@bourse/auth-core";
      import { createMemoryStore } from "@bourse/kernel";
      const auth = await createAuthCore({
        store: createMemoryStore({ collections: authCollections }),
        masterKey: crypto.getRandomValues(new Uint8Array(32)),
        loginFailuresPerAccount: 1,
      });
      const login = { email: "ada@example.com", password: "correct horse battery" };
      await auth.accounts.register(login);
      const wrong = { ...login, password: "a guess of a stranger" };
      await auth.accounts.login(wrong, { ip: "203.0.113.1" }).catch(({ code }) => console.log(code));
      const { user } = await auth.accounts.login(login, { ip: "203.0.113.2" });
      console.log(user.email);
      await auth.close();
    `;
    expect(await runInPackage(AUTH, script)).toBe("INVALID_CREDENTIALS\nada@example.com\n");
  });
});
