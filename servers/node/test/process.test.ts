/** The node as a process: what it prints, how it ends, what it leaves behind. */

import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { childVariables } from "../../../test/support/child-variables.ts";
import { nodeVariables } from "../../../test/support/node-variables.ts";
import { runToItsEnd, startProcess } from "../../../test/support/server-process.ts";
import { call } from "./support/calls.ts";
import { listenTo } from "./support/event-listener.ts";
import { tempFolder } from "./support/temp-folder.ts";

vi.setConfig({ testTimeout: 90_000 });

const MAIN = join(import.meta.dirname, "../src/main.ts");

async function variables(): Promise<Record<string, string>> {
  return {
    DATA_DIR: await tempFolder(onTestFinished),
    KEYSTORE_PASSWORD: "a password of tests",
    ...(await nodeVariables()),
  };
}

test("SIGTERM tells who listens, drains, ends the chain and exits 0; a second start is refused before", async () => {
  const env = await variables();
  const node = await startProcess(MAIN, env);
  const health = await call("GET", `http://127.0.0.1:${env["INTERNAL_API_PORT"]}/health`);
  const { rpc_url: chainUrl } = health.data["chain"] as { readonly rpc_url: string };
  const second = await runToItsEnd(MAIN, [], env);
  expect(second.code).toBe(1);
  expect(second.output).toContain("bourse-node did not start: Another process has the store open");

  const listener = await listenTo(node.url);
  const { code, output } = await node.end("SIGTERM");
  expect(code).toBe(0);
  await expect.poll(() => listener.closed()?.code).toBe(1001);
  expect(listener.heard.at(-1)?.type).toBe("system.node_stopping");
  await expect(fetch(chainUrl)).rejects.toThrow("fetch failed");

  const lines = output.split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const { level, time } = JSON.parse(line) as { readonly level: string; readonly time: string };
    expect(["DEBUG", "INFO", "WARNING", "ERROR"]).toContain(level);
    expect(new Date(time).toISOString()).toBe(time);
  }
  expect(output).not.toContain("a password of tests");
  expect(output).not.toMatch(/nk_/);
});

test("every wrong variable is named at once, and nothing is opened", async () => {
  const wrong = { P2P_PORT: "70000", BLOCKCHAIN_URL: "ftp://x", LOG_LEVEL: "loud" };
  const { code, output } = await runToItsEnd(MAIN, [], { ...(await variables()), ...wrong });
  expect(code).toBe(1);
  for (const name of Object.keys(wrong)) expect(output).toContain(name);
});

test("Ctrl-C, which the terminal sends to the whole process group, ends it with 0 and without a stack", async () => {
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, MAIN], {
    env: { ...childVariables(), ...(await variables()) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  await once(child, "message");
  process.kill(-child.pid!, "SIGINT");
  const [code] = (await once(child, "close")) as [number];
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toContain("closing failed");
});

test("a UDP port that is taken is named with the reason", async () => {
  const env = await variables();
  const socket = createSocket("udp4");
  socket.bind(Number(env["P2P_PORT"]), "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  const { code, output } = await runToItsEnd(MAIN, [], env);
  expect(code).toBe(1);
  expect(output).toMatch(/did not start: .*peer network[\s\S]*in use/i);
});
