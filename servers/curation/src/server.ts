/** The curation server as a value, for programs that start it and commands that ask about it. */

import { createRequire } from "node:module";

import { readOpenIdProviders } from "@bourse/credentials/openid";
import type { ServerProgram } from "@bourse/http";
import { checkMailSettings, checkProviders } from "@bourse/http/environment";
import { checkStoreEngine, examineStore } from "@bourse/store";

import { curationEnvironment } from "./environment.ts";
import { storeUrl } from "./open-core.ts";
import { startCurationServer } from "./start.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

/** The curation server: its name, version, settings and start. */
export const curationServer: ServerProgram<typeof curationEnvironment> = {
  name: "bourse-curation",
  version,
  environment: curationEnvironment,
  prefixes: ["CURATION_"],
  addressOf: ({ HOST, CURATION_PORT }) => ({ host: HOST, port: CURATION_PORT }),
  checkSettings: (config) => {
    checkMailSettings(config);
    checkProviders(config, readOpenIdProviders);
    return checkStoreEngine(storeUrl(config));
  },
  examine: (config) => examineStore(storeUrl(config), { connections: config.POOL_SIZE + 1 }),
  start: startCurationServer,
};
