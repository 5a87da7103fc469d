/** Routes that need no chain, asked while the chain's endpoint fails and while it does not, in turn. */

import { createManualClock } from "@bourse/kernel";

import {
  routesWithoutChain,
  type Ask,
} from "../../servers/node/test/support/routes-without-chain.ts";
import { startRpcProxy, type Fault } from "../../servers/node/test/support/rpc-proxy.ts";
import {
  fund,
  joiningVariables,
  startTestNode,
} from "../../servers/node/test/support/running-node.ts";

const FAULTS: readonly Fault[] = ["away", "hanging", "flapping"];
const ROUNDS = 3;
const REQUESTS = 1100;

export interface FaultFigure {
  readonly fault: Fault;
  /** p99 during the fault over that without, the median of the rounds. */
  readonly ratio: number;
}

/** `data` is shared first, so that there is something to ask for. */
export async function measureFaults(data: string, dataHash: string): Promise<FaultFigure[]> {
  const closing: (() => Promise<void>)[] = [];
  const atEnd = (work: () => Promise<void>): void => void closing.push(work);
  try {
    const owner = await startTestNode({ atEnd });
    const proxy = await startRpcProxy(owner.running.chain.development?.url ?? "");
    atEnd(() => proxy.close());
    const clock = createManualClock();
    const node = await startTestNode({
      atEnd,
      variables: { ...joiningVariables(owner), BLOCKCHAIN_URL: proxy.url },
      parts: { limitClock: clock },
    });
    await fund(owner, node.address);
    const share = (text: string) =>
      node.external("POST", "/share_data", { body: { data: text, recipient: owner.address } });
    while ((await share(data)).status !== 201) await clock.advance(1000);
    const ask = routesWithoutChain(node, dataHash, () => clock.advance(1000));
    await p99Of(ask, REQUESTS);
    const figures: FaultFigure[] = [];
    for (const fault of FAULTS) {
      const ratios: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const without = await p99Of(ask, REQUESTS);
        proxy.fault = fault;
        const waiting = share(`${data} ${fault} ${round}`);
        const during = await p99Of(ask, REQUESTS);
        proxy.fault = "none";
        await waiting;
        ratios.push(during / without);
      }
      ratios.sort((one, other) => one - other);
      figures.push({ fault, ratio: ratios[Math.floor(ROUNDS / 2)] ?? Number.NaN });
    }
    return figures;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** Milliseconds, over so many requests in turn. @throws Error when one is not answered 200 */
async function p99Of(ask: readonly Ask[], requests: number): Promise<number> {
  const times: number[] = [];
  while (times.length < requests) {
    for (const one of ask) {
      const begin = performance.now();
      const { status, text } = await one();
      if (status !== 200) throw new Error(`expected 200, found ${status}: ${text}`);
      times.push(performance.now() - begin);
    }
  }
  times.sort((one, other) => one - other);
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0;
}
