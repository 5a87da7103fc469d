/** The secrets that an operator chooses are under one rule, in every server. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { readEnvironment, type EnvironmentShape } from "../packages/http/src/environment.ts";
import { authEnvironment } from "../servers/auth/src/environment.ts";
import { startAuthServer } from "../servers/auth/src/start.ts";
import { backtestEnvironment } from "../servers/backtest/src/environment.ts";
import { startBacktestServer } from "../servers/backtest/src/start.ts";
import { curationEnvironment } from "../servers/curation/src/environment.ts";
import { startCurationServer } from "../servers/curation/src/start.ts";
import { nodeEnvironment } from "../servers/node/src/environment.ts";
import { startNodeServer } from "../servers/node/src/start.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "bourse-secrets-"));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

type Variables = Readonly<Record<string, string>>;

const SERVERS: readonly {
  readonly name: string;
  readonly shape: EnvironmentShape;
  readonly start: (variables: Variables) => Promise<unknown>;
}[] = [
  {
    name: "auth",
    shape: authEnvironment,
    start: (variables) => startAuthServer(readEnvironment(authEnvironment, variables)),
  },
  {
    name: "curation",
    shape: curationEnvironment,
    start: (variables) => startCurationServer(readEnvironment(curationEnvironment, variables)),
  },
  {
    name: "backtest",
    shape: backtestEnvironment,
    start: (variables) => startBacktestServer(readEnvironment(backtestEnvironment, variables)),
  },
  {
    name: "node",
    shape: nodeEnvironment,
    start: (variables) => startNodeServer(readEnvironment(nodeEnvironment, variables)),
  },
];

/** Secrets that somebody else chooses, or that have a rule of their own. */
const OTHERS =
  /_URL$|^(BYBIT|CCXT)_|^ALERT_TELEGRAM_TOKEN$|^BUS_KEY$|^AUTH_KEY$|^OIDC_PROVIDERS$|_MASTER_KEY$|^KEYSTORE_(NEW_)?PASSWORD$|^PRIVATE_KEY$|^BLOCKCHAIN_URL$/;

test.each(SERVERS)(
  "$name: no secret that the operator chooses is without the rule",
  ({ shape }) => {
    const without = Object.entries(shape).filter(([name, variable]) => {
      const { secret, secretRule } = variable.meta() ?? {};
      return secret === true && secretRule !== true && !OTHERS.test(name);
    });
    expect(without.map(([name]) => name)).toEqual([]);
  },
);

test.each(
  SERVERS.flatMap(({ name, shape, start }) =>
    Object.entries(shape)
      .filter(([, variable]) => variable.meta()?.["secretRule"] === true)
      .map(([variable]) => ({ name, variable, start })),
  ),
)(
  "$name: a guessable $variable is refused in production, before anything is opened",
  async (one) => {
    const variables = { DATA_DIR, NODE_ENV: "production", [one.variable]: "aaaaaaaaaaaaaaaa" };
    await expect(one.start(variables)).rejects.toMatchObject({
      code: "ENVIRONMENT_INVALID",
      message: expect.stringContaining(`${one.variable}: expected a secret`) as string,
    });
  },
);
