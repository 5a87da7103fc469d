import { once } from "node:events";
import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { beforeAll, afterAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { call } from "../../../../servers/node/test/support/calls.ts";
import {
  startTestNode,
  type TestNode,
} from "../../../../servers/node/test/support/running-node.ts";
import { tempFolder } from "../../../../servers/node/test/support/temp-folder.ts";
import { freePorts } from "../../../../test/support/free-ports.ts";
import { runNode } from "../support/run-words.ts";

// Keys cost what they cost in earnest.
vi.setConfig({ testTimeout: 60_000 });

const PASSWORD = "a password of tests";

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: string, variables: Readonly<Record<string, string>>): Promise<Ran> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await runNode(args.split(" "), variables, {
    stdout: (text) => void stdout.push(text),
    stderr: (text) => void stderr.push(text),
  });
  return { code, stdout: stdout.join("\n"), stderr: stderr.join("\n") };
}

/** The environment of a command beside `node`. */
function besides(node: TestNode): Readonly<Record<string, string>> {
  const port = (url: string): string => new URL(url).port;
  return {
    DATA_DIR: node.config.DATA_DIR,
    KEYSTORE_PASSWORD: PASSWORD,
    INTERNAL_API_PORT: port(node.running.urls.internal),
    EXTERNAL_API_PORT: port(node.running.urls.external),
    EXTERNAL_API_HOST: "127.0.0.1",
  };
}

describe("beside a running node", () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode({ atEnd: afterAll });
  }, 60_000);

  test("keys are made, listed and revoked through it", async () => {
    const made = await run("keys create feed share read", besides(node));
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^nk_\w{52}$/) as unknown]);
    const headers = { "X-API-Key": made.stdout };
    const data = `${node.running.urls.external}/data/${"0".repeat(64)}`;
    expect((await call("GET", data, { headers })).status).toBe(404);
    const list = await run("keys list", besides(node));
    expect(list.stdout).toMatch(/good {5}share,read {2}feed/);
    const id = list.stdout.split(" ")[0] ?? "";
    expect((await run(`keys revoke ${id}`, besides(node))).code).toBe(0);
    expect((await call("GET", data, { headers })).status).toBe(401);
  });

  test("a key without a scope is not made, and the command names the scopes", async () => {
    const before = (await run("keys list", besides(node))).stdout;
    const refused = await run("keys create nothing", besides(node));
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toMatch(/needs SCOPE: share.*read.*transfer.*admin/);
    expect((await run("keys list", besides(node))).stdout).toBe(before);
  });

  test("a key takes bounds on its shares and gas of a day, and the list shows what it has used", async () => {
    const limits = "--shares-per-day 3 --gas-per-day 200000";
    const made = await run(`keys create bounded share ${limits}`, besides(node));
    const headers = { "X-API-Key": made.stdout };
    const body = { data: "x", recipient: `0x${"5a".repeat(20)}` };
    expect((await node.external("POST", "/share_data", { headers, body })).status).toBe(201);
    const { stdout } = await run("keys list", besides(node));
    expect(stdout).toMatch(/ bounded {2}today 1 of 3 shares, [1-9]\d{4} of 200000 gas/);
    const wrong = await run("keys create k share --gas-per-day 20999", besides(node));
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("from 21000 to") as unknown,
    ]);
  });

  test("peers and wallet say who it is", async () => {
    const wallet = await run("wallet", besides(node));
    expect(wallet.stdout).toContain(node.address);
    const peers = await run("peers", besides(node));
    expect(peers.stdout).toContain(node.running.node.self().multiaddrs[0]);
  });

  test("the doctor finds it healthy, and a wrong password not", async () => {
    const well = await run("doctor", besides(node));
    expect([well.code, well.stdout]).toEqual([0, expect.stringContaining("is healthy") as unknown]);
    expect(well.stdout).toContain("other machines can connect to: peers (UDP) 0.0.0.0:8000");
    const local = await run("doctor", { ...besides(node), P2P_HOST: "127.0.0.1" });
    expect(local.stdout).toContain("only this machine can connect");
    const ill = await run("doctor", { ...besides(node), KEYSTORE_PASSWORD: "wrong" });
    expect(ill.code).toBe(1);
    expect(ill.stdout).toMatch(/^problem /m);
    expect(ill.stdout).not.toContain("wrong");
  });

  test("a backup made while it writes is whole: a node of it has all that was acknowledged before", async () => {
    const recipient = `0x${"5a".repeat(20)}`;
    const share = (data: string) =>
      node.external("POST", "/share_data", { body: { data, recipient } });
    expect((await share("before the backup")).status).toBe(201);
    const during = Promise.all(Array.from({ length: 8 }, (_, place) => share(`during ${place}`)));
    const target = join(await tempFolder(onTestFinished), "backup");
    const made = await run(`backup ${target}`, besides(node));
    expect((await stat(join(target, "node.db"))).mode & 0o777).toBe(0o600);
    expect(made).toMatchObject({ code: 0 });
    await during;

    const DATA_DIR = await tempFolder(onTestFinished);
    const restored = await run(`restore ${target}`, { DATA_DIR });
    expect(restored.code).toBe(0);
    const again = await startTestNode({ atEnd: onTestFinished, variables: { DATA_DIR } });
    expect(again.address).toBe(node.address);
    const { data } = await again.internal("GET", "/shares");
    expect(Number(data["count"])).toBeGreaterThanOrEqual(1);
    expect((await again.internal("GET", "/health")).data["status"]).toBe("healthy");
    const refused = await run(`restore ${target}`, { DATA_DIR });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("not empty") as unknown,
    ]);
  }, 60_000);

  test("a backup that was changed is refused", async () => {
    const target = join(await tempFolder(onTestFinished), "backup");
    await run(`backup ${target}`, besides(node));
    const path = join(target, "keystore", "wallet.json");
    await writeFile(path, `${await readFile(path, "utf8")} `);
    const { code, stderr } = await run(`restore ${target}`, {
      DATA_DIR: await tempFolder(onTestFinished),
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining("digest differs") as unknown]);
  });
});

describe("without a node", () => {
  test("commands that need one say so, and make none", async () => {
    const DATA_DIR = await tempFolder(onTestFinished);
    const free = String(await freePorts(1));
    const ports = { INTERNAL_API_PORT: free, EXTERNAL_API_PORT: free, DATA_DIR };
    expect((await run("keys list", ports)).stderr).toContain("There is no node");
    expect((await run("peers", ports)).code).toBe(1);
    expect((await run(`backup ${join(DATA_DIR, "b")}`, ports)).stderr).toContain("no node");
  });

  test("the doctor tells of a DATA_DIR below a file, and of another program on the node's port", async () => {
    const folder = await tempFolder(onTestFinished);
    const file = join(folder, "file");
    await writeFile(file, "");
    const other = createServer((_, response) => response.end("<p>Hello</p>"));
    onTestFinished(() => void other.close());
    await once(other.listen(0, "127.0.0.1"), "listening");
    const { port } = other.address() as AddressInfo;
    const free = String(await freePorts(1));
    const below = await run("doctor", { DATA_DIR: join(file, "data"), INTERNAL_API_PORT: free });
    expect([below.code, below.stdout]).toEqual([
      1,
      expect.stringContaining("set DATA_DIR") as unknown,
    ]);
    const beside = await run("doctor", { DATA_DIR: folder, INTERNAL_API_PORT: String(port) });
    expect(beside.code).toBe(1);
    expect(`${beside.stdout}${beside.stderr}`).toContain("is no node");
  });

  test("a wrong call shows the usage, a wrong variable its name", async () => {
    expect(await run("keys", {})).toMatchObject({ code: 2 });
    expect((await run("fly", {})).stderr).toContain('"bourse node --help" explains each of them.');
    expect((await run("dcotor", {})).stderr).toContain('Did you mean "doctor"?');
    expect((await run("help", {})).stdout).toContain("Usage: bourse node");
    const bad = await run("doctor", { P2P_PORT: "0", INITIAL_PEERS: "nonsense" });
    expect(bad.code).toBe(2);
    expect(bad.stderr).toMatch(/P2P_PORT: expected a whole number from 1 to 65535/);
    expect(bad.stderr).toContain("INITIAL_PEERS");
  });
});
