/** The endpoint's door: limits and refusals first, then the chain's answer, and what of it is told. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

import type { Behaviour, Refusal } from "./behaviour.ts";
import { openChain, type Call, type Chain, type Reply } from "./chain.ts";
import { signedFees } from "./signed-fees.ts";

export interface EndpointServer {
  readonly url: string;
  close(): Promise<void>;
}

const GWEI = 1_000_000_000n;

/** Starts the endpoint on this machine's loopback address, and the chain behind it. */
export async function openEndpoint(behaviour: Behaviour): Promise<EndpointServer> {
  const chain = await openChain(behaviour.chain);
  const door = new Door(behaviour, chain);
  if (behaviour.fund !== "") {
    await door.command("anvil_setBalance", [
      behaviour.fund,
      `0x${(1000n * 10n ** 18n).toString(16)}`,
    ]);
  }
  const server = createServer((request, response) => void door.pass(request, response));
  await new Promise<void>((resolve) => {
    server.listen(behaviour.port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      chain.close();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

class Door {
  readonly #behaviour: Behaviour;
  readonly #chain: Chain;
  /** Numbers of the requests and calls, and of those that met a refusal, by its name. */
  readonly #met: Record<string, number> = {};
  #sendsToLose: number;

  constructor(behaviour: Behaviour, chain: Chain) {
    this.#behaviour = behaviour;
    this.#chain = chain;
    this.#sendsToLose = behaviour.lostSends;
  }

  /** Asks the chain itself, past the endpoint's behaviour. */
  async command(method: string, params: readonly unknown[]): Promise<Reply | undefined> {
    const [reply] = await this.#chain.ask([{ id: 0, method, params }]);
    return reply;
  }

  async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // No endpoint has these routes: a test asks here what its requests have met, and commands the chain.
    if (request.url === "/met") return write(response, 200, this.#met);
    const body = (await json(request)) as Call | readonly Call[];
    if (request.url === "/command") {
      const { method, params } = body as Call;
      return write(response, 200, (await this.command(method, params)) ?? {});
    }
    this.#count("requests");
    await sleep(this.#behaviour.slowMilliseconds);
    const isBatch = Array.isArray(body);
    const calls = isBatch ? (body as readonly Call[]) : [body as Call];
    if (calls.length > this.#behaviour.batchLimit) {
      this.#count("batches refused");
      return refuse(request, response, calls, isBatch, this.#behaviour.batchRefusal);
    }
    const refused = calls.map((call) => this.#refusalOf(call));
    const first = refused.find((one) => one !== undefined);
    if (first !== undefined && first.form !== "each") {
      return refuse(request, response, calls, isBatch, first);
    }
    const passed = calls.filter((_, index) => refused[index] === undefined);
    const replies = passed.length === 0 ? [] : await this.#chain.ask(await this.#asked(passed));
    if (calls.some(({ method }) => method === "eth_sendRawTransaction") && this.#sendsToLose > 0) {
      this.#sendsToLose -= 1;
      this.#count("sends lost");
      return void request.socket.resetAndDestroy();
    }
    const told = calls.map((call, index) => {
      const refusal = refused[index];
      if (refusal !== undefined) return errorOf(call.id, refusal);
      return this.#told(call, replies[passed.indexOf(call)]);
    });
    const status = isBatch ? 200 : (first?.status ?? 200);
    return write(response, status, isBatch ? told : told[0]);
  }

  #refusalOf({ method, params }: Call): Refusal | undefined {
    const { legacy, rangeLimit, rangeRefusal, refusesSends, sendRefusal } = this.#behaviour;
    if (method === "eth_getLogs") {
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
      if (Number(toBlock) - Number(fromBlock) + 1 <= rangeLimit) return undefined;
      this.#count("ranges refused");
      return rangeRefusal;
    }
    if (legacy && ["eth_maxPriorityFeePerGas", "eth_feeHistory"].includes(method)) {
      return {
        form: "each",
        status: 200,
        code: -32601,
        words: `the method ${method} does not exist`,
      };
    }
    if (method !== "eth_sendRawTransaction") return undefined;
    this.#count("sends");
    if (refusesSends) return sendRefusal;
    return this.#feeRefusal(String(params[0]));
  }

  #feeRefusal(raw: string): Refusal | undefined {
    const { leastTipGwei, legacy, tipRefusal } = this.#behaviour;
    const { type, tip } = signedFees(raw);
    if (legacy && type !== 0) {
      return { form: "each", status: 200, code: -32000, words: "transaction type not supported" };
    }
    const least = BigInt(leastTipGwei) * GWEI;
    if (tip >= least) return undefined;
    this.#count("tips refused");
    const words = tipRefusal.words.replace("{least}", String(least)).replace("{tip}", String(tip));
    return { ...tipRefusal, words };
  }

  /** The calls as the chain is asked, where the head that is told is another one. */
  async #asked(calls: readonly Call[]): Promise<readonly Call[]> {
    const { lag } = this.#behaviour;
    if (lag <= 0) return calls;
    const head = Number((await this.command("eth_blockNumber", []))?.result);
    const behind = `0x${Math.max(0, head - lag).toString(16)}`;
    return calls.map((call) =>
      call.method === "eth_getBlockByNumber" && call.params[0] === "latest"
        ? { ...call, params: [behind, call.params[1]] }
        : call,
    );
  }

  #told({ id, method, params }: Call, reply: Reply | undefined): Reply {
    const { hidesStatus, lag, legacy, suggestedTipGwei } = this.#behaviour;
    const { result, ...rest } = reply ?? { jsonrpc: "2.0", id };
    const tell = (value: unknown): Reply => ({ ...rest, jsonrpc: "2.0", id, result: value });
    if (rest.error !== undefined) return { jsonrpc: "2.0", id, error: rest.error };
    switch (method) {
      case "eth_blockNumber":
        return tell(`0x${Math.max(0, Number(result) - lag).toString(16)}`);
      case "eth_maxPriorityFeePerGas":
        return tell(
          suggestedTipGwei === 0 ? result : `0x${(BigInt(suggestedTipGwei) * GWEI).toString(16)}`,
        );
      case "eth_getBlockByNumber":
        return tell(
          ahead(
            legacy ? without(result, "baseFeePerGas") : result,
            params[0] === "latest" ? -lag : 0,
          ),
        );
      case "eth_getTransactionReceipt":
        return tell(hidesStatus ? without(result, "status") : result);
      default:
        return tell(result);
    }
  }

  #count(name: string): void {
    this.#met[name] = (this.#met[name] ?? 0) + 1;
  }
}

/** A block under a number that the chain does not have yet. */
function ahead(block: unknown, blocks: number): unknown {
  if (blocks <= 0) return block;
  const { number } = block as { readonly number: string };
  return { ...(block as object), number: `0x${(Number(number) + blocks).toString(16)}` };
}

function without(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function errorOf(id: unknown, { code, words }: Refusal): Reply {
  return { jsonrpc: "2.0", id, error: { code, message: words } };
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  calls: readonly Call[],
  isBatch: boolean,
  refusal: Refusal,
): void {
  const { form, status, words } = refusal;
  switch (form) {
    case "reset":
      return void request.socket.resetAndDestroy();
    case "page":
      response.writeHead(status, { "content-type": "text/html" });
      return void response.end(`<html><body>${words}</body></html>`);
    case "object":
      return write(response, status, errorOf(isBatch ? null : calls[0]?.id, refusal));
    case "array":
      return write(response, status, [errorOf(null, refusal)]);
    case "each": {
      const errors = calls.map(({ id }) => errorOf(id, refusal));
      return write(response, status, isBatch ? errors : errors[0]);
    }
  }
}

function write(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
