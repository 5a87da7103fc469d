/** Chain of the node: the one at BLOCKCHAIN_URL, or the embedded development chain. */

import {
  createChain,
  createJsonRpc,
  DEVELOPMENT_CHAIN_ID,
  toAddress,
  troubleLog,
} from "@bourse/node-core";
import { fenceSends, type OpenedChain } from "@bourse/node-core/writer";

import type { ChainSources } from "./chain-sources.ts";
import { openDevelopmentChain } from "./open-development-chain.ts";

/** Default number of confirmations on an external chain, whose newest blocks may be reorganised. */
const FOREIGN_CONFIRMATIONS = 12;

/**
 * Opens the chain without starting it; its closing is pushed on `opened`. An external chain need not answer now.
 *
 * @throws NodeError VALIDATION_ERROR (COMPLIANCE_CONTRACT); DevelopmentChainError
 */
export async function openChain(sources: ChainSources): Promise<OpenedChain> {
  const { config, identity, store, logger, home, confirm } = sources;
  const { rpcTimeoutMilliseconds: timeoutMilliseconds } = sources.parts;
  const { BLOCKCHAIN_URL: urls, BLOCKCHAIN_ID: chainId } = config;
  if (urls.length === 0) return openDevelopmentChain(sources);
  const rpc = createJsonRpc({
    urls,
    chainId,
    batchSize: config.RPC_BATCH_SIZE,
    ...(timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds }),
  });
  const chain = createChain({
    rpc: fenceSends(rpc, confirm),
    chainId,
    signer: identity,
    store,
    contract: toAddress(config.COMPLIANCE_CONTRACT, "COMPLIANCE_CONTRACT"),
    fromBlock: config.COMPLIANCE_FROM_BLOCK,
    confirmations: config.CONFIRMATIONS === 0 ? FOREIGN_CONFIRMATIONS : config.CONFIRMATIONS,
    pollMilliseconds: config.BLOCKCHAIN_POLL_MILLISECONDS,
    nativeSymbol: config.NATIVE_SYMBOL,
    maximumFeeGwei: config.MAX_FEE_GWEI,
    minimumTipGwei: config.MIN_TIP_GWEI,
    logRange: config.RPC_LOG_RANGE,
    development: chainId === DEVELOPMENT_CHAIN_ID,
    home,
    onTrouble: troubleLog(logger),
  });
  return { chain, development: null };
}
