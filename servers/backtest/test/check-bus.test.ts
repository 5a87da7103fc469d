import { readEnvironment } from "@bourse/http";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { noNats, startNatsServer } from "../../../test/support/nats-server.ts";
import { runBourseProcess, type Ended } from "../../../test/support/server-process.ts";
import { checkBus, isBusProtected } from "../src/check-bus.ts";
import { examineBus } from "../src/examine-bus.ts";
import { backtestEnvironment, startBacktestServer } from "../src/index.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Some of these start a process.
vi.setConfig({ testTimeout: 30_000 });

const KEYS = { API_KEYS: "Jx0sB8vTq2LrYd5Wm9Kc" };
const LIVE = { ...KEYS, EXECUTION_ALLOW_LIVE: "yes" };
const PRODUCTION = { ...KEYS, NODE_ENV: "production" };
const STORE_URL = "postgres://u:p@127.0.0.1:1/x";

const configOf = (variables: Record<string, string>) =>
  readEnvironment(backtestEnvironment, { STORE_URL, ...variables });

describe("a bus on another machine", () => {
  const bare = [
    "nats://bus.example:4222",
    "nats://10.0.0.5",
    "nats://[2001:db8::1]:4222",
    "nats://0.0.0.0:4222",
    "nats://127.example.com:4222",
    "nats://127.0.0.1.example.com:4222",
    "nats://localhost.example.com:4222",
    "nats://127.0.0.1:4222,nats://10.0.0.5:4222",
  ];

  test.each(bare)(
    "%s refuses the start without credentials and TLS, live or in production",
    async (url) => {
      for (const stake of [LIVE, PRODUCTION]) {
        const start = startBacktestServer(configOf({ ...stake, BUS_URL: url }));
        await expect(start).rejects.toMatchObject({
          code: "OPTION_INVALID",
          message: expect.stringMatching(
            /It lacks credentials: set BUS_URL=tls:\/\/user:password@host:port, or BUS_CREDENTIALS_FILE; and TLS: set BUS_URL=tls:\/\/…, and BUS_CA_FILE/u,
          ) as string,
          details: { option: "BUS_URL" },
        });
      }
    },
  );

  test.each([
    ["nats://ann:hunter2@bus.example:4222", {}, "TLS"],
    ["nats://hunter2@bus.example", {}, "TLS"],
    ["nats://bus.example", { BUS_CREDENTIALS_FILE: "/run/bus.creds" }, "TLS"],
    ["tls://bus.example", {}, "credentials"],
    ["tls://bus.example", { BUS_CA_FILE: "/run/ca.pem" }, "credentials"],
    ["tls://127.0.0.1,tls://bus.example", {}, "credentials"],
  ])("%s with %j lacks one of the two, and no secret is told", (url, more, lacking) => {
    for (const stake of [LIVE, PRODUCTION]) {
      const check = (): void => checkBus(configOf({ ...stake, ...more, BUS_URL: url }));
      expect(check).toThrow(new RegExp(`It lacks ${lacking}: [^;]*\\.$`, "u"));
      expect(check).not.toThrow(/hunter2/u);
    }
  });

  test.each([
    ["tls://ann:hunter2@bus.example:4222", {}],
    ["tls://hunter2@one.example,tls://two.example", { BUS_CA_FILE: "/run/ca.pem" }],
    ["tls://bus.example", { BUS_CREDENTIALS_FILE: "/run/bus.creds" }],
  ])("%s with %j has both, and its server must ask for the login", (url, more) => {
    for (const stake of [LIVE, PRODUCTION]) {
      const config = configOf({ ...stake, ...more, BUS_URL: url });
      expect(() => checkBus(config)).not.toThrow();
      expect(isBusProtected(config)).toBe(true);
    }
  });

  test("needs neither where nothing is at stake", () => {
    for (const url of bare) expect(() => checkBus(configOf({ BUS_URL: url }))).not.toThrow();
  });
});

test.each(["nats://127.0.0.1:4222", "nats://localhost", "nats://[::1]:4222", "memory:"])(
  "a bus at %s needs neither credentials nor TLS",
  (url) => {
    for (const stake of [LIVE, PRODUCTION]) {
      expect(() => checkBus(configOf({ ...stake, BUS_URL: url }))).not.toThrow();
    }
  },
);

test("a server that may move real money takes nothing from a bus that nobody signed", () => {
  for (const url of ["nats://127.0.0.1:4222", "memory:"]) {
    const config = { BUS_URL: url, BUS_ACCEPT_UNSIGNED: "yes" };
    expect(() => checkBus(configOf({ ...LIVE, ...config }))).toThrow(
      /BUS_ACCEPT_UNSIGNED=yes would take them from anybody on the bus/u,
    );
    expect(() => checkBus(configOf({ ...PRODUCTION, ...config }))).not.toThrow();
  }
});

describe("what doctor finds about the bus", () => {
  const examined = async (variables: Record<string, string>): Promise<readonly string[]> =>
    (await examineBus(configOf(variables))).map(({ kind, sentence }) => `${kind}: ${sentence}`);
  const BUS_KEY = "0123456789abcdef0123456789abcdef";

  test("inside of the process nobody else reaches it", async () => {
    expect(await examined({})).toEqual([
      "ok: the bus is inside of the server's process: nobody else reaches it",
    ]);
  });

  test.skipIf(noNats !== undefined)("is whether it is open, and what signs", async () => {
    const server = await startNatsServer();
    onTestFinished(() => server.close());
    const { host } = new URL(server.url);
    const open = `note: the bus at ${host} is open: it lets in everybody, who then can read and disturb what goes over it; give it users`;
    expect(await examined({ BUS_URL: server.url })).toEqual([
      open,
      "ok: what goes over the bus is signed with the key that the store keeps",
    ]);
    const rolling = {
      BUS_URL: server.url,
      BUS_KEY: `${BUS_KEY},store`,
      BUS_ACCEPT_UNSIGNED: "yes",
    };
    expect(await examined(rolling)).toEqual([
      open,
      "ok: what goes over the bus is signed with BUS_KEY and the key that the store keeps",
      expect.stringMatching(/^note: BUS_ACCEPT_UNSIGNED is yes: whoever reaches the bus/u),
    ]);
  });

  test.skipIf(noNats !== undefined)("is that a bus with users lets nobody else in", async () => {
    const server = await startNatsServer(["--user", "ann", "--pass", "hunter2"]);
    onTestFinished(() => server.close());
    const url = server.url.replace("://", "://ann:hunter2@");
    const [first] = await examined({ BUS_URL: url });
    const { host } = new URL(server.url);
    expect(first).toBe(`ok: the bus at ${host} lets nobody in without credentials`);
  });

  test("is that it cannot be reached", async () => {
    expect(await examined({ BUS_URL: "nats://ann:hunter2@127.0.0.1:1" })).toEqual([
      "problem: the bus at 127.0.0.1:1 cannot be reached with the credentials of BUS_URL",
      "ok: what goes over the bus is signed with the key that the store keeps",
    ]);
  });
});

describe("doctor", () => {
  test("says that the server would not start, and what to set", async () => {
    const bus = { BUS_URL: "nats://ann:hunter2@bus.example:4222", STORE_URL };
    const { code, output } = await doctor({ ...PRODUCTION, ...bus });
    expect(code).toBe(1);
    expect(output).toMatch(
      /^problem {2}it would not start: NODE_ENV is production, and the bus of BUS_URL is on another machine/mu,
    );
    expect(output).not.toContain("hunter2");
  });

  test("says that live orders without keys are refused too, and says nothing of a bus that is safe", async () => {
    const keyless = await doctor({ EXECUTION_ALLOW_LIVE: "yes" });
    expect([keyless.code, keyless.output]).toEqual([
      1,
      expect.stringContaining("it would not start: EXECUTION_ALLOW_LIVE=yes") as string,
    ]);
    expect((await doctor(PRODUCTION)).output).not.toContain("would not start");
  });
});

/** `bourse backtest doctor` with these settings. */
async function doctor(variables: Readonly<Record<string, string>>): Promise<Ended> {
  const DATA_DIR = await tempFolder();
  return await runBourseProcess(["backtest", "doctor"], { DATA_DIR, ...variables });
}
