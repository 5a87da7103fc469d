import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createMetrics, readEnvironment, silentLogger, type HttpLogger } from "@bourse/http";
import { KernelError, type Bus } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { busKeysOf } from "../src/bus-keys.ts";
import { backtestEnvironment } from "../src/environment.ts";
import { openBus } from "../src/open-bus.ts";
import { tempFolder } from "./support/temp-folder.ts";

const configOf = (variables: Record<string, string> = {}) =>
  readEnvironment(backtestEnvironment, variables);

test("what nobody can read is a log line and counted, and no line repeats what it was", async () => {
  const lines: unknown[] = [];
  const write = (fields: object, message: string): void => void lines.push({ message, ...fields });
  const logger: HttpLogger = { ...silentLogger, warn: write, debug: write };
  const metrics = createMetrics({ service: "test", version: "1" });
  const bus = await openBus(configOf(), { logger, metrics });
  const fault = (): never => {
    const cause = new SyntaxError('Unexpected token "hunter2"');
    throw new KernelError("BUS_MESSAGE_UNREADABLE", "It is no JSON.", { cause });
  };
  bus.subscribe("tick", fault);
  bus.serve("sums", { one: async () => fault() });
  bus.consume("work", async () => fault(), { concurrency: 1, leaseMilliseconds: 1000 });
  bus.publish("tick", 1);
  await bus.request("sums", "one", null, { timeoutMilliseconds: 1000 }).catch(() => undefined);
  await bus.enqueue("work", "a", null);
  await expect.poll(() => bus.countDeadLetters("work")).toBe(1);
  const reason = "It is no JSON.";
  const message = "a message of the bus cannot be read";
  expect(lines).toEqual([
    { message, where: "listener", name: "tick", reason },
    { message, where: "service", name: "sums.one", reason },
    { message, where: "consumer", name: "work", reason },
  ]);
  const exposed = await metrics.exposition();
  for (const reader of ["listener", "service", "consumer"]) {
    expect(exposed).toContain(`bourse_bus_unreadable_total{reader="${reader}"} 1`);
  }
  await bus.close();
});

describe("the keys of the bus", () => {
  const [ONE, TWO] = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"];

  test("are a list in BUS_KEY, or in a file by commas or lines", async () => {
    const file = join(await tempFolder(), "keys");
    await writeFile(file, `${ONE}\n${TWO}\n`);
    expect(await busKeysOf(configOf({ BUS_KEY: `${ONE}, ${TWO}` }))).toEqual([ONE, TWO]);
    expect(await busKeysOf(configOf({ BUS_KEY_FILE: file }))).toEqual([ONE, TWO]);
    expect(await busKeysOf(configOf())).toEqual([]);
  });

  test.each(["short", "a".repeat(40), `${"0123456789".repeat(4)} and blanks`, "é".repeat(40)])(
    "%o is no key, in the settings or in a file, and is not told",
    async (key) => {
      const settings = (): unknown => configOf({ BUS_KEY: key });
      expect(settings).toThrow(/BUS_KEY/u);
      expect(settings).not.toThrow(key);
      const file = join(await tempFolder(), "keys");
      await writeFile(file, key);
      const reading = busKeysOf(configOf({ BUS_KEY_FILE: file }));
      await expect(reading).rejects.toMatchObject({ code: "OPTION_INVALID" });
      await expect(reading).rejects.not.toThrow(key);
    },
  );

  test("are not taken from both places, nor from a file that is missing", async () => {
    for (const more of [{ BUS_KEY: ONE }, {}]) {
      const config = configOf({ BUS_KEY_FILE: "/nowhere/at-all", ...more });
      await expect(busKeysOf(config)).rejects.toMatchObject({ code: "OPTION_INVALID" });
    }
  });
});

describe("a file of credentials or of authorities", () => {
  const url = "tls://bus.example";
  const open = async (variables: Record<string, string>): Promise<Bus> =>
    await openBus(configOf({ BUS_URL: url, ...variables }), { logger: silentLogger });

  test.each(["BUS_CREDENTIALS_FILE", "BUS_CA_FILE"])(
    "that %s names and nobody can read is told by both",
    async (variable) => {
      const path = join(await tempFolder(), "missing");
      await expect(open({ [variable]: path })).rejects.toMatchObject({
        code: "OPTION_INVALID",
        message: `${variable}=${path} cannot be read (ENOENT): set it to a file that this user may read.`,
      });
    },
  );

  test("that holds something else is refused, and nothing of it is told", async () => {
    const path = join(await tempFolder(), "file");
    await writeFile(path, "hunter2");
    for (const variables of [
      { BUS_CREDENTIALS_FILE: path },
      { BUS_CA_FILE: path },
      { BUS_CA_FILE: path, BUS_URL: "nats://bus.example" },
      { BUS_CREDENTIALS_FILE: path, BUS_URL: "tls://ann:hunter2@bus.example" },
    ]) {
      const opening = open(variables);
      await expect(opening).rejects.toMatchObject({ code: "OPTION_INVALID" });
      await expect(opening).rejects.not.toThrow(/hunter2/u);
    }
  });
});
