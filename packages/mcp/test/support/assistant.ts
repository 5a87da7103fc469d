/** An assistant: a client of the protocol that is connected in memory, or to a process. */

import {
  createBacktestMock,
  type BacktestMock,
  type BacktestMockOptions,
} from "@bourse/mock/backtest";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";

import { createBacktestMcp, type BacktestMcpOptions } from "../../src/index.ts";

export interface Assistant {
  readonly client: Client;
  readonly mock: BacktestMock;
  /** Calls a tool; returns its text, and true for a refusal. */
  readonly call: (
    name: string,
    given?: Record<string, unknown>,
  ) => Promise<{ text: string; isError: boolean }>;
  /** Calls a tool; returns its answer. A refusal fails the test. */
  readonly read: <T = unknown>(name: string, given?: Record<string, unknown>) => Promise<T>;
}

export async function assistant(
  options: Partial<BacktestMcpOptions> = {},
  ofMock: BacktestMockOptions = {},
): Promise<Assistant> {
  const mock = await createBacktestMock(ofMock);
  onTestFinished(() => mock.close());
  const factory = createBacktestMcp({
    baseUrl: mock.baseUrl,
    fetch: mock.fetch,
    retry: false,
    ...options,
  });
  const server = await factory({ era: "legacy" });
  const client = new Client({ name: "test", version: "1" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  await client.connect(here);
  onTestFinished(() => client.close());
  const call: Assistant["call"] = async (name, given = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    return { text, isError };
  };
  return {
    client,
    mock,
    call,
    read: async <T>(name: string, given?: Record<string, unknown>) => {
      const { text, isError } = await call(name, given);
      if (isError) throw new Error(text);
      return JSON.parse(text) as T;
    },
  };
}
