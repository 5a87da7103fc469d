/** Trading sessions by command, against a running server that follows simulated candles of a second. */

import type { Session, SessionDrift } from "@bourse/contract/backtest";
import { beforeAll, describe, expect, test, vi } from "vitest";

import { sharedTestServer } from "../../../../servers/backtest/test/support/running-server.ts";
import { flagOfField, SESSION_FLAGS } from "../../src/backtest/session-flags.ts";
import { runBacktest } from "../support/run-words.ts";

const WAIT = { timeout: 60_000, interval: 200 };
const START =
  "--strategy ma_crossover --set fast_period=2 --set slow_period=5 --symbol BTCUSDT --interval 1s";

describe("a session by command", { timeout: 120_000 }, () => {
  const server = sharedTestServer();
  let session: Session;

  /** Exit code and output of `bourse backtest trade`, on the server. */
  async function trade(...words: readonly string[]): Promise<readonly [number, string]> {
    const lines: string[] = [];
    const keep = (text: string): void => void lines.push(text);
    const variables = { BACKTEST_URL: server().url };
    const output = { stdout: keep, stderr: keep };
    const code = await runBacktest(["trade", ...words], variables, output);
    return [code, lines.join("\n")];
  }
  const read = async (): Promise<Session> =>
    JSON.parse((await trade("show", session.id, "--json"))[1]) as Session;

  beforeAll(async () => {
    const [, text] = await trade("start", ...START.split(" "), "--capital", "5000", "--json");
    session = JSON.parse(text) as Session;
  });

  test("is started with its parameters and options, and trades on the candles to come", async () => {
    expect(session).toMatchObject({
      number: 1,
      strategy: "ma_crossover",
      symbol: "BTCUSDT",
      parameters: { fast_period: 2, slow_period: 5 },
      initial_capital: 5000,
    });
    await vi.waitUntil(async () => (await read()).state === "running", WAIT);
    await vi.waitUntil(async () => (await read()).candles > session.candles + 8, WAIT);
    const none = await trade("list", "--state", "halted");
    expect(none).toEqual([0, expect.stringContaining("There is no session")]);
    const [code, text] = await trade("list", "--state", "running");
    expect([code, text]).toEqual([0, expect.stringMatching(/^1 [\da-f]{8}\s+running\s/mu)]);
    expect(text).toMatch(/\d+ (?:s|min) ago$/u);
  });

  test.each(["1", "by id", "by first digits"])(
    "is shown by its number and its id: %s",
    async (how) => {
      const words = { "1": "1", "by id": session.id, "by first digits": session.id.slice(0, 6) };
      const [code, text] = await trade("show", words[how as "1"]);
      expect(code).toBe(0);
      expect(text).toContain(`1 (${session.id})`);
      expect(text).toMatch(/^Parameters\s+fast_period=2, slow_period=5/mu);
    },
  );

  test("is replayed with the same decisions, and 0 says so", async () => {
    await vi.waitUntil(async () => (await read()).trades > 0, WAIT);
    expect((await trade("pause", "1"))[0]).toBe(0);
    await vi.waitUntil(async () => (await read()).state === "paused", WAIT);
    const [code, text] = await trade("replay", "1", "--json");
    const drift = JSON.parse(text) as SessionDrift;
    expect(drift).toMatchObject({ session_id: session.id, different: 0, reproduced: true });
    expect(drift.decisions).toBeGreaterThan(8);
    expect(code).toBe(drift.differences.length + drift.trades.length > 0 ? 1 : 0);
    const [, told] = await trade("replay", "1");
    expect(told).toMatch(/^Decisions recomputed\s+\d/mu);
    expect(told).toMatch(/^Other from the same inputs\s+0$/mu);
  });

  test("is paused, resumed, flattened and stopped, and an act that does not fit is refused", async () => {
    expect(await trade("pause", "1")).toEqual([1, expect.stringContaining("paused")]);
    expect(await trade("resume", "1")).toEqual([0, expect.stringContaining("is running")]);
    expect(await trade("flatten", "1")).toEqual([0, expect.stringMatching(/flattening|paused/u)]);
    await vi.waitUntil(async () => (await read()).state === "paused", WAIT);
    expect((await read()).positions).toEqual([]);
    expect(await trade("stop", "1")).toEqual([0, expect.stringContaining("is stopped")]);
    expect((await trade("stop", "1"))[0]).toBe(1);
    expect(JSON.parse((await trade("list", "--state", "running", "--json"))[1])).toEqual([]);
  });

  test.each([
    ["an act that is none", "flaten 1", 2, "flatten"],
    ["a state that is none", "list --state runing", 2, "running"],
    ["a flag that is none", "list --stat running", 2, "--state"],
    ["a session that is not there", "show 11", 2, "trade list"],
    ["a session without a number", "pause", 2, "SESSION"],
    [
      "a strategy that is none",
      `start ${START.replace("ma_crossover", "ma_crosover")}`,
      1,
      "ma_crossover",
    ],
    ["a parameter that is none", `start ${START} --set fast_perod=3`, 1, "fast_period"],
    ["an option beyond its bounds", `start ${START} --leverage 0`, 1, "--leverage"],
    ["a new session without a symbol", "start --strategy rsi --interval 1m", 2, "--symbol"],
    ["a broker that is none", `start ${START} --broker lve`, 2, "paper or live"],
    ["a live session without an account", `start ${START} --broker live`, 1, "live"],
    ["limits on paper", `start ${START} --risk max_order_value=5`, 1, "--risk"],
    ["a limit that is none", `start ${START} --risk max_ordr_value=5`, 2, "max_order_value"],
    ["a limit without a value", `start ${START} --risk max_order_value`, 2, "LIMIT=VALUE"],
    [
      "a limit that is no number",
      `start ${START} --broker live --risk max_orders_per_minute=x`,
      1,
      "--risk max_orders_per_minute",
    ],
    ["an option that sessions do not have", `start ${START} --train-split 0.5`, 2, "--train-split"],
  ])("%s is refused with the name that is meant", async (_, words, code, name) => {
    const [found, text] = await trade(...words.split(" "));
    expect(text).toContain(name);
    expect(found).toBe(code);
  });

  test.each([
    ["initial_capital", "--initial-capital"],
    ["warm_up_candles", "--warm-up"],
    ["start_time", "--from"],
    ["confirm_account", "--account"],
    ["risk.max_order_value", "--risk max_order_value"],
    ["parameters.fast_period", "--set fast_period"],
    ["trailing_stop.distance", "--trailing-stop distance"],
  ])("the field %s is named by its flag", (field, flag) => {
    expect(flagOfField(field)).toBe(flag);
    expect(Object.keys(SESSION_FLAGS)).toContain(flag.split(" ")[0]!.slice(2));
  });

  test.each(Object.entries(SESSION_FLAGS))(
    "--%s of a new session is applied or refused",
    async (flag, { value }) => {
      const strange = STRANGE[flag] ?? "none of these";
      const given = value === undefined ? [`--${flag}`] : [`--${flag}`, strange];
      const rest = START.split(" ");
      const at = rest.indexOf(`--${flag}`);
      const words = flag === "set" || at < 0 ? rest : rest.toSpliced(at, 2);
      const [code, text] = await trade("start", ...words, ...given, "--json");
      if (code === 0) {
        const { id, request } = JSON.parse(text) as Session;
        const fields = Object.keys(request);
        expect(
          fields.map((field) => flagOfField(field).split(" ")[0]),
          text,
        ).toContain(`--${LONG[flag] ?? flag}`);
        expect((await trade("stop", id))[0]).toBe(0);
      } else expect(text).toMatch(/--[a-z]|refused/u);
    },
  );
});

/** Values that are refused, or words that the server takes, of flags that take any text. */
const STRANGE: Readonly<Record<string, string>> = {
  set: "period",
  symbol: "a symbol",
};

/** Long flags of the shorter ones. */
const LONG: Readonly<Record<string, string>> = {
  capital: "initial-capital",
  size: "position-size",
};
