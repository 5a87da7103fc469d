/** The embedded development chain with contracts, funds and a demo token. */

import { readFile } from "node:fs/promises";

import { startDevelopmentChain, type DevelopmentChain } from "@bourse/chain-anvil";
import type { ClosingStack, Logger } from "@bourse/kernel";
import { replaceFile } from "@bourse/kernel/files";
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

/** Starts the chain at its port; where another program has that, at another one, which is kept for all later starts. */
async function startAtPort(
  { BLOCKCHAIN_ID: chainId, DEV_RPC_PORT: asked }: NodeEnvironment,
  { chain: directory, developmentPort }: Layout,
  logger: Pick<Logger, "warn">,
): Promise<DevelopmentChain> {
  const kept = await keptPort(developmentPort, asked);
  const nextOnes = Array.from({ length: MORE_PORTS }, (_, more) => asked + 1 + more);
  for (const port of [kept ?? asked, ...nextOnes.filter((next) => next <= 65_535), 0]) {
    try {
      const chain = await startDevelopmentChain({ directory, chainId, port });
      const used = Number(new URL(chain.url).port);
      if (asked === 0 || used === asked) return chain;
      if (used !== kept) await replaceFile(developmentPort, [`${used} for ${asked}\n`]);
      logger.warn(
        { port: used },
        `DEV_RPC_PORT ${asked} is taken by another program, or was at an earlier start; the development chain of this folder keeps port ${used}`,
      );
      return chain;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
  throw new Error("the operating system has no free port");
}

/** Number of ports after DEV_RPC_PORT that are tried before any free one. */
const MORE_PORTS = 9;

/** The port that an earlier start took in place of `asked`; undefined when there was none. */
async function keptPort(file: string, asked: number): Promise<number | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const [, port, of] = /^(\d{1,5}) for (\d+)$/.exec(text.trim()) ?? [];
  return Number(of) === asked && Number(port) <= 65_535 ? Number(port) : undefined;
}
