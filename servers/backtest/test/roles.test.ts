import { readEnvironment } from "@bourse/http";
import { jobTypesOf } from "@bourse/trading-core/process";
import { describe, expect, test } from "vitest";

import { backtestEnvironment, startBacktestServer } from "../src/index.ts";
import { partsOf } from "../src/roles.ts";

const shared = { BUS_URL: "nats://127.0.0.1:1", STORE_URL: "postgres://u:p@127.0.0.1:1/x" };
const configOf = (variables: Record<string, string>) =>
  readEnvironment(backtestEnvironment, variables);

describe("the parts of a process", () => {
  test("are all of them without ROLE, and nothing is shared", () => {
    expect(partsOf(configOf({}))).toEqual({
      api: true,
      worker: true,
      data: true,
      execution: true,
      isShared: false,
    });
  });

  test.each([
    ["api", []],
    ["worker", ["backtest", "sweep", "walk_forward", "signal"]],
    ["data", ["data_sync"]],
    ["execution", []],
  ])("are one with ROLE=%s, which runs jobs of its own only", (role, types) => {
    const parts = partsOf(configOf({ ...shared, ROLE: role }));
    const { isShared, ...which } = parts;
    expect(isShared).toBe(true);
    expect(Object.entries(which).filter(([, is]) => is)).toEqual([[role, true]]);
    expect(jobTypesOf(parts)).toEqual(types);
  });

  test.each([
    [{ ROLE: "worker" }, "BUS_URL"],
    [{ ROLE: "api", BUS_URL: "memory:", STORE_URL: shared.STORE_URL }, "BUS_URL"],
    [{ ROLE: "data", BUS_URL: shared.BUS_URL }, "STORE_URL"],
    [{ ROLE: "all", BUS_URL: shared.BUS_URL, STORE_URL: "sqlite:./x.db" }, "STORE_URL"],
  ])("%j are refused in words that name %s, before anything is opened", async (variables, name) => {
    await expect(startBacktestServer(configOf(variables))).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringContaining(`needs ${name}=`) as string,
    });
  });

  test("with a word that is no role are refused by name", () => {
    expect(() => configOf({ ...shared, ROLE: "boss" })).toThrow(/ROLE/u);
  });
});
