/** Clients that generators of others write from the documents: they compile, and their calls work. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { drawnCases, isLongRun } from "../support/rounds.ts";
import { APPS } from "./support/generated-apps.ts";
import {
  generateClient,
  type GeneratedClient,
  type Generator,
} from "./support/generated-client.ts";
import { keptDocuments } from "./support/kept-documents.ts";
import {
  startAuth,
  startBacktest,
  startCuration,
  startNode,
  type NodeServices,
  type Service,
} from "./support/start-services.ts";

const GENERATORS: readonly Generator[] = ["openapi-typescript", "@hey-api/openapi-ts"];
const NODE = [true, "healthy", 422, true];

/** The values that the programs read, by the API. */
const READ: Readonly<Record<keyof typeof APPS, (generator: Generator) => readonly unknown[]>> = {
  auth: (generator) => [
    generator === "openapi-typescript" ? "fetch@example.com" : "hey@example.com",
    401,
    "UNAUTHORIZED",
  ],
  backtest: () => ["completed", true, 400, "string"],
  curation: (generator) => [generator === "openapi-typescript" ? "fetch" : "hey", 0, 401],
  "node-internal": () => NODE,
  "node-dashboard": () => NODE,
  "node-external": () => ["number", 401, "string"],
};

const services: Service[] = [];
const urls = new Map<string, string>();
let node: NodeServices;

describe.skipIf(!isLongRun)("a client from the document of", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    const [auth, backtest, curation] = await Promise.all([
      startAuth(),
      startBacktest(),
      startCuration(),
    ]);
    services.push(auth, backtest, curation);
    node = await startNode();
    for (const [name, url] of [
      ["auth", auth.url],
      ["backtest", backtest.url],
      ["curation", curation.url],
      ["node-internal", node.urls.internal],
      ["node-external", node.urls.external],
      ["node-dashboard", node.urls.dashboard],
    ] as const) {
      urls.set(name, url);
    }
  });
  afterAll(async () => {
    for (const { close } of services) await close();
    await node.close();
  });

  const paths = new Map(keptDocuments("openapi"));
  for (const generator of drawnCases(GENERATORS, 1)) {
    for (const name of Object.keys(APPS) as (keyof typeof APPS)[]) {
      test(`${name} by ${generator} compiles, and its calls work`, async () => {
        const path = paths.get(name) ?? "";
        let client: GeneratedClient | undefined;
        try {
          client = await generateClient(generator, path, APPS[name][generator]);
          expect(await client.typeCheck()).toBe("");
          const { run } = await client.load();
          expect(await run(urls.get(name) ?? "")).toEqual(READ[name](generator));
        } finally {
          await client?.remove();
        }
      });
    }
  }
});
