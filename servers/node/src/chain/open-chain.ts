/** The chain of the node: the one that BLOCKCHAIN_URL names, or a development chain of its own. */

import { createChain, createJsonRpc, toAddress } from "@bourse/node-core";

import type { ChainSources, OpenedChain } from "./chain-sources.ts";
import { openDevelopmentChain } from "./open-development-chain.ts";
import { troubleLog } from "./trouble-log.ts";

/** What comes into being on a foreign chain may be taken back for a while. */
const FOREIGN_CONFIRMATIONS = 12;

/**
 * Opened, not started; closing is left on `opened`. A foreign chain need not answer now.
 *
 * @throws NodeError VALIDATION_ERROR (COMPLIANCE_CONTRACT); DevelopmentChainError
 */
export async function openChain(sources: ChainSources): Promise<OpenedChain> {
  const { config, identity, store, logger, rpcTimeoutMilliseconds: timeoutMilliseconds } = sources;
  const { BLOCKCHAIN_URL: urls, BLOCKCHAIN_ID: chainId } = config;
  if (urls.length === 0) return openDevelopmentChain(sources);
  const chain = createChain({
    rpc: createJsonRpc({
      urls,
      chainId,
      ...(timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds }),
    }),
    chainId,
    signer: identity,
    store,
    contract: toAddress(config.COMPLIANCE_CONTRACT, "COMPLIANCE_CONTRACT"),
    fromBlock: config.COMPLIANCE_FROM_BLOCK,
    confirmations: config.CONFIRMATIONS === 0 ? FOREIGN_CONFIRMATIONS : config.CONFIRMATIONS,
    pollMilliseconds: config.BLOCKCHAIN_POLL_MILLISECONDS,
    nativeSymbol: config.NATIVE_SYMBOL,
    onTrouble: troubleLog(logger),
  });
  return { chain, development: null };
}
