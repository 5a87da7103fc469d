import { expect, test } from "vitest";

import { readBalance, readToken } from "../../src/chain/tokens/erc20.ts";
import { NodeError, toAddress, type ChainRpc, type RpcOutcome } from "../../src/index.ts";

const TOKEN = toAddress(`0x${"70".repeat(20)}`, "token");
const OWNER = toAddress(`0x${"71".repeat(20)}`, "owner");
const WORD = `0x${"12".padStart(64, "0")}`;

/** A chain on which each call ends like this. */
const answering = (outcome: (method: string) => RpcOutcome): ChainRpc => ({
  request: () => Promise.reject(new Error("not asked for")),
  batch: async (calls) => calls.map(({ method }) => outcome(method)),
});
const failing = (code: number, message: string): RpcOutcome => ({
  error: new NodeError("CHAIN_REJECTED", message, { details: { code } }),
});

test.each([
  [3, "execution reverted"],
  [-32000, "execution reverted: no such function"],
  [-32000, "invalid opcode: INVALID"],
  [-32000, "invalid jump destination"],
  [-32000, "stack underflow (0 <=> 1)"],
  [-32003, "EVM error OpcodeNotFound"],
  [-32015, "VM execution error."],
  [-32000, "OutOfGas"],
  [-32015, "out_of_gas"],
  [-32000, "MemoryOOG: OOG"],
  [-32000, "InvalidFEOpcode"],
  [-32000, "StackUnderflow"],
])("a contract that fails with %i %s is no token", async (code, message) => {
  const chain = answering((method) =>
    method === "eth_getCode" ? { result: "0x60" } : failing(code, message),
  );
  const refused = { code: "TOKEN_UNSUPPORTED" };
  await expect(readToken(chain, TOKEN)).rejects.toMatchObject(refused);
  await expect(readBalance(chain, TOKEN, OWNER)).rejects.toMatchObject(refused);
});

test.each([
  [-32602, "BlockOutOfRangeError: block height is 20 but requested was 19"],
  [-32000, "missing trie node"],
  [-32000, "header not found"],
  [-32603, "Internal error"],
])("an endpoint that fails with %i %s says nothing about a token", async (code, message) => {
  const outcomes = [
    (): RpcOutcome => failing(code, message),
    (method: string): RpcOutcome =>
      method === "eth_getCode" ? { result: "0x60" } : failing(code, message),
  ];
  for (const outcome of outcomes) {
    const chain = answering(outcome);
    const unknown = { code: "CHAIN_REJECTED", message };
    await expect(readToken(chain, TOKEN)).rejects.toMatchObject(unknown);
    await expect(readBalance(chain, TOKEN, OWNER)).rejects.toMatchObject(unknown);
  }
});

test("an address without code, and one that answers nothing, is no token", async () => {
  const empty = answering(() => ({ result: "0x" }));
  await expect(readToken(empty, TOKEN)).rejects.toThrow("there is no contract");
  await expect(readBalance(empty, TOKEN, OWNER)).rejects.toThrow("does not answer balanceOf");
  const mute = answering((method) => ({ result: method === "eth_getCode" ? "0x60" : "0x" }));
  await expect(readToken(mute, TOKEN)).rejects.toThrow("does not answer totalSupply");
});

test("a token that answers no text has none", async () => {
  const chain = answering((method) => ({
    result: method === "eth_getCode" ? "0x60" : `${WORD}00`,
  }));
  expect(await readToken(chain, TOKEN)).toEqual({ decimals: 18 });
});
