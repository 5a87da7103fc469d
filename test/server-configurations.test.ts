/** Servers that an app starts itself refuse a configuration that their settings could not have been read as. */
import { expect, test } from "vitest";

import { readEnvironment } from "../packages/http/src/environment.ts";
import { silentLogger } from "../packages/http/src/index.ts";
import { authEnvironment, startAuthServer } from "../servers/auth/src/index.ts";
import { backtestEnvironment, startBacktestServer } from "../servers/backtest/src/index.ts";
import { curationEnvironment, startCurationServer } from "../servers/curation/src/index.ts";
import { nodeEnvironment, startNodeServer } from "../servers/node/src/index.ts";

type Start = (config: unknown, logger?: unknown, parts?: unknown) => Promise<unknown>;

const SERVERS = [
  { name: "auth", environment: authEnvironment, start: startAuthServer as Start },
  { name: "curation", environment: curationEnvironment, start: startCurationServer as Start },
  { name: "backtest", environment: backtestEnvironment, start: startBacktestServer as Start },
  { name: "node", environment: nodeEnvironment, start: startNodeServer as Start },
] as const;

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

/** Values that no variable is read as. */
const WRONG: readonly unknown[] = [
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1.5,
  10n,
  Symbol("x"),
  {},
  [null],
  cyclic,
];

const refused = (argument: string): object => ({
  code: "ARGUMENT_INVALID",
  details: { argument: expect.stringContaining(argument) as string },
});

test.each(SERVERS)(
  "$name: a wrong value of any variable is refused by its name",
  async (server) => {
    const config: Readonly<Record<string, unknown>> = readEnvironment(server.environment, {});
    for (const [name, value] of Object.entries(config)) {
      const kinds =
        value === undefined ? [] : [undefined, typeof value === "boolean" ? "yes" : true];
      for (const wrong of [...WRONG, ...kinds]) {
        const started = server.start({ ...config, [name]: wrong });
        await expect(started, `${name} = ${String(wrong)}`).rejects.toMatchObject(
          refused(`config.${name}`),
        );
      }
    }
  },
);

test.each(SERVERS)("$name: a variable too many, or out of bounds, is refused", async (server) => {
  const config: Readonly<Record<string, unknown>> = readEnvironment(server.environment, {});
  await expect(server.start({ ...config, LOG_LEVLE: "info" })).rejects.toMatchObject(
    refused("config.LOG_LEVLE"),
  );
  await expect(server.start({ ...config, POOL_SIZE: 0 })).rejects.toMatchObject(
    refused("config.POOL_SIZE"),
  );
  await expect(server.start({ ...config, LOG_LEVEL: "loud" })).rejects.toMatchObject(
    refused("config.LOG_LEVEL"),
  );
});

test.each(SERVERS)("$name: arguments of a wrong shape are refused", async (server) => {
  const config = readEnvironment(server.environment, {});
  for (const wrong of [undefined, null, "x", 5, [], () => undefined]) {
    await expect(server.start(wrong)).rejects.toMatchObject(refused("config"));
    if (wrong === undefined) continue;
    await expect(server.start(config, wrong)).rejects.toMatchObject(refused("logger"));
    await expect(server.start(config, silentLogger, wrong)).rejects.toMatchObject(refused("parts"));
  }
});

test("a secret that is refused is not shown", async () => {
  const config = readEnvironment(authEnvironment, {});
  const started = startAuthServer({ ...config, AUTH_OPERATOR_KEY: "hunter2 with blanks" });
  await expect(started).rejects.toThrow(/AUTH_OPERATOR_KEY/);
  await expect(started).rejects.not.toThrow(/hunter2/);
});
