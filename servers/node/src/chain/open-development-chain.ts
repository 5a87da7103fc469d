/** The embedded development chain with contracts, funds and a demo token. */

import { startDevelopmentChain, type DevelopmentChain } from "@bourse/chain-anvil";
import type { ClosingStack, Logger } from "@bourse/kernel";
import {
  complianceAddress,
  createChain,
  createJsonRpc,
  prepareDevelopmentChain,
  troubleLog,
} from "@bourse/node-core";
import type { Layout } from "@bourse/node-core/files";
import { fenceSends, type OpenedChain } from "@bourse/node-core/writer";

import type { NodeEnvironment } from "../environment.ts";
import type { ChainSources, StartDevelopment } from "./chain-sources.ts";

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
    minimumTipGwei: config.MIN_TIP_GWEI,
    home,
    development: true,
    rpcUrl: development.url,
    onTrouble: troubleLog(logger),
  });
  const demoToken = await prepareDevelopmentChain(
    { chain, rpc, store, wallet: identity.address, fund: (...call) => development.fund(...call) },
    opened,
  );
  return { chain, development: { url: development.url, demoToken } };
}

/** The development chain of a process, which is stopped when `opened` is closed. */
export function createDevelopmentStarter(
  config: NodeEnvironment,
  layout: Layout,
  logger: Pick<Logger, "warn">,
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
  logger: Pick<Logger, "warn">,
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
