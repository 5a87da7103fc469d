/** The auth server as a value, for programs that start it and commands that ask about it. */

import { createRequire } from "node:module";

import { readOpenIdProviders } from "@bourse/credentials/openid";
import type { ServerProgram } from "@bourse/http";
import { checkMailSettings, checkProviders } from "@bourse/http/environment";
import { checkStoreEngine, examineStore } from "@bourse/store";

import { authEnvironment } from "./environment.ts";
import { storeUrl } from "./open-core.ts";
import { startAuthServer } from "./start.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

/** The auth server: its name, version, settings and start. */
export const authServer: ServerProgram<typeof authEnvironment> = {
  name: "bourse-auth",
  version,
  environment: authEnvironment,
  prefixes: ["AUTH_"],
  addressOf: ({ HOST, AUTH_PORT }) => ({ host: HOST, port: AUTH_PORT }),
  checkSettings: (config) => {
    checkMailSettings(config);
    checkProviders(config, readOpenIdProviders);
    return checkStoreEngine(storeUrl(config));
  },
  examine: (config) => examineStore(storeUrl(config), { connections: config.POOL_SIZE + 1 }),
  start: startAuthServer,
};
