import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { noNats, sharedNatsServer, type NatsServer } from "../../../../test/support/nats-server.ts";
import { readmeExample, runInPackage } from "../../../../test/support/readme-example.ts";

describe.skipIf(noNats !== undefined)(`the README${noNats ? ` (${noNats})` : ""}`, () => {
  let server: Pick<NatsServer, "url" | "close">;
  beforeAll(async () => {
    server = await sharedNatsServer();
  });
  afterAll(() => server.close());

  test("has an example that gives the output that it shows", async () => {
    const folder = join(import.meta.dirname, "..");
    const { code, output } = readmeExample(folder);
    const here = code.replace("nats://127.0.0.1:4222", server.url);
    expect(await runInPackage(folder, here)).toBe(output);
  });
});
