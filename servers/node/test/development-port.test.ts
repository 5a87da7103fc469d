/** The port of the development chain: the one of the settings, at every start. */

import { createServer } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { freePorts } from "../../../test/support/free-ports.ts";
import { collectLog } from "./support/collected-log.ts";
import { joiningVariables, startTestNode } from "./support/running-node.ts";

test("the development chain answers at DEV_RPC_PORT, also after a restart", async () => {
  const DEV_RPC_PORT = await freePorts(1);
  const values = { DEV_RPC_PORT };
  const first = await startTestNode({ atEnd: onTestFinished, values });
  const url = `http://127.0.0.1:${DEV_RPC_PORT}`;
  expect((await first.internal("GET", "/health")).data["chain"]).toMatchObject({ rpc_url: url });
  await first.close();
  const variables = { DATA_DIR: first.config.DATA_DIR };
  const second = await startTestNode({ atEnd: onTestFinished, variables, values });
  expect(second.running.chain.development?.url).toBe(url);
});

test("a port that is taken is named in a warning, and another one is used", async () => {
  const DEV_RPC_PORT = await freePorts(1);
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(DEV_RPC_PORT, "127.0.0.1", resolve);
  });
  onTestFinished(() => void other.close());
  const log = collectLog();
  const node = await startTestNode({
    atEnd: onTestFinished,
    values: { DEV_RPC_PORT },
    logger: log.logger,
  });
  const url = node.running.chain.development?.url;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(url).not.toContain(`:${DEV_RPC_PORT}`);
  const [line = ""] = log
    .text()
    .split("\n")
    .filter((one) => one.includes("DEV_RPC_PORT"));
  expect(line).toContain(String(DEV_RPC_PORT));
  expect(line).toContain("taken");
});

test("a second node of a machine has one port at each start, also when the first one is away", async () => {
  const DEV_RPC_PORT = await freePorts(10);
  const values = { DEV_RPC_PORT };
  const first = await startTestNode({ atEnd: onTestFinished, values });
  const second = await startTestNode({ atEnd: onTestFinished, values });
  const url = second.running.chain.development?.url;
  expect(url).toBe(`http://127.0.0.1:${DEV_RPC_PORT + 1}`);
  await second.close();
  await first.close();
  const variables = { DATA_DIR: second.config.DATA_DIR };
  const again = await startTestNode({ atEnd: onTestFinished, variables, values });
  expect(again.running.chain.development?.url).toBe(url);
  await again.close();
  const other = { DEV_RPC_PORT: DEV_RPC_PORT + 5 };
  const moved = await startTestNode({ atEnd: onTestFinished, variables, values: other });
  expect(moved.running.chain.development?.url).toBe(`http://127.0.0.1:${other.DEV_RPC_PORT}`);
});

test("a node that joins a development chain says that it is one, and publishes no URL of it", async () => {
  const owner = await startTestNode({ atEnd: onTestFinished });
  const joined = await startTestNode({
    atEnd: onTestFinished,
    variables: joiningVariables(owner),
  });
  const { data } = await joined.internal("GET", "/health");
  expect(data["chain"]).toMatchObject({ id: 31_337, development: true, rpc_url: null });
});
