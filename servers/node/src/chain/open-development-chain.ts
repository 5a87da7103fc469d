/** The embedded development chain with contracts, funds and a demo token. */

import { startDevelopmentChain, type DevelopmentChain } from "@bourse/chain-anvil";
import type { HttpLogger } from "@bourse/http";
import type { ClosingStack } from "@bourse/kernel";
import {
  complianceAddress,
  createChain,
  createJsonRpc,
  deployCompliance,
  deployDemoToken,
  DEMO_TOKEN,
  NATIVE_TOKEN,
  type DeploymentOptions,
  type Address,
  type Hex,
} from "@bourse/node-core";
import { Interface } from "ethers";

import type { NodeEnvironment } from "../environment.ts";
import type { Layout } from "../layout.ts";
import type { StartDevelopment } from "../node-sources.ts";
import { fenceSends } from "../send-fence.ts";
import type { ChainSources, OpenedChain } from "./chain-sources.ts";
import { troubleLog } from "./trouble-log.ts";

const WEI = 10n ** 18n;
const NATIVE_FUNDS = 10_000n * WEI;
/** Minimum balance at a start; below it the wallet is funded again. */
const LEAST_FUNDS = WEI;
const DEMO_FUNDS = 1_000_000n * WEI;
/** Poll interval as a fallback: new blocks are reported as they are mined. */
const POLL_MILLISECONDS = 250;

/** Opens the development chain, deploys the contracts and funds the wallet, each only once per chain. */
export async function openDevelopmentChain(sources: ChainSources): Promise<OpenedChain> {
  const { config, identity, store, opened, logger, home, confirm } = sources;
  const development = await sources.startDevelopment();
  const bare = createJsonRpc({
    urls: [development.url],
    chainId: config.BLOCKCHAIN_ID,
    fetch: (url, init) => development.fetch(url, init),
  });
  const rpc = fenceSends(bare, confirm);
  const chain = createChain({
    rpc,
    chainId: config.BLOCKCHAIN_ID,
    signer: identity,
    store,
    contract: complianceAddress(),
    confirmations: config.CONFIRMATIONS === 0 ? 1 : config.CONFIRMATIONS,
    pollMilliseconds: POLL_MILLISECONDS,
    onBlock: (listener) => development.onBlock(listener),
    nativeSymbol: config.NATIVE_SYMBOL,
    maximumFeeGwei: config.MAX_FEE_GWEI,
    home,
    development: true,
    rpcUrl: development.url,
    onTrouble: troubleLog(logger),
  });
  const funds = await chain.tokens.balanceOf(identity.address, NATIVE_TOKEN);
  if (funds < LEAST_FUNDS) await development.fund(identity.address, NATIVE_FUNDS);
  opened.push(() => chain.lane.stop());
  await chain.lane.start();
  const deployment = { lane: chain.lane, rpc, store };
  await deployCompliance(deployment);
  const demoToken = await deployDemoToken(deployment, identity.address);
  await chain.tokens.add(demoToken, DEMO_TOKEN.abi);
  await mintOnce(deployment, demoToken, identity.address);
  return { chain, development: { url: development.url, demoToken } };
}

/** The development chain of a process, which is stopped when `opened` is closed. */
export function createDevelopmentStarter(
  config: NodeEnvironment,
  layout: Layout,
  logger: HttpLogger,
  opened: ClosingStack,
): StartDevelopment {
  let started: Promise<DevelopmentChain> | undefined;
  const start = async (): Promise<DevelopmentChain> => {
    const development = await startAtPort(config, layout, logger);
    opened.push(() => development.stop());
    logger.warn(
      { url: development.url, chain: config.BLOCKCHAIN_ID },
      "using the embedded development chain; set BLOCKCHAIN_URL to use another",
    );
    return development;
  };
  return () => (started ??= start());
}

/** Starts the chain at its port; at any free one when another program has that. */
async function startAtPort(
  { BLOCKCHAIN_ID: chainId, DEV_RPC_PORT: port }: NodeEnvironment,
  layout: Layout,
  logger: HttpLogger,
): Promise<DevelopmentChain> {
  const options = { directory: layout.chain, chainId };
  try {
    return await startDevelopmentChain({ ...options, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    logger.warn(
      { port },
      `DEV_RPC_PORT ${port} is taken by another program; the development chain uses a free port this time`,
    );
    return startDevelopmentChain({ ...options, port: 0 });
  }
}

/** Mints demo tokens once per chain and token, because the id of an intent is unique for ever. */
async function mintOnce(
  { lane, store }: DeploymentOptions,
  token: Address,
  to: Address,
): Promise<void> {
  const id = `mint:${token}`;
  if ((await lane.get(id)) !== undefined) return;
  const data = new Interface(DEMO_TOKEN.abi).encodeFunctionData("mint", [to, DEMO_FUNDS]) as Hex;
  await store.transaction((tx) => lane.enqueue(tx, { id, to: token, data, value: 0n }));
  lane.wake();
  await lane.settled(id);
}
