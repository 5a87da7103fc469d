import { setTimeout as sleep } from "node:timers/promises";

import { busConformance } from "@bourse/conformance/bus";
import { systemIds } from "@bourse/kernel";
import { afterAll, beforeAll, describe, test } from "vitest";

import { noNats, sharedNatsServer, type NatsServer } from "../../../../test/support/nats-server.ts";
import { openNatsBus } from "../src/index.ts";

const KEYS = ["a key of the conformance, 32 letters or more"];

describe.skipIf(noNats !== undefined).each([
  { name: "the bus on NATS", options: {} },
  { name: "the bus on NATS with keys", options: { keys: KEYS } },
  { name: "the bus on NATS with keys, lenient", options: { keys: KEYS, acceptsUnsigned: true } },
])(`$name${noNats ? ` (${noNats})` : ""}`, ({ options }) => {
  let server: Pick<NatsServer, "url" | "close">;
  beforeAll(async () => {
    server = await sharedNatsServer();
  });
  afterAll(() => server.close());

  busConformance({
    test,
    leaseMilliseconds: 2000,
    open: async (settings) => {
      const namespace = systemIds.uuid().slice(0, 32);
      const open = () => openNatsBus({ ...settings, ...options, namespace, url: server.url });
      return { bus: await open(), another: open, pass: sleep, settle: () => sleep(60) };
    },
  });
});
