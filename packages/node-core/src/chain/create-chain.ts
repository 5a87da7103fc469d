/** One chain as one wallet uses it: lane, tokens, transfers, index and health over one JSON-RPC. */
import { resolveOptions } from "@bourse/kernel";

import type { Address, DataHash } from "../address.ts";
import { NodeError } from "../errors.ts";
import { createChainHealth, type ChainHealthOptions } from "./chain-health.ts";
import {
  createComplianceIndex,
  type ComplianceIndexOptions,
} from "./compliance/compliance-index.ts";
import { proofIntent } from "./compliance/proof-intent.ts";
import { LANE_OPTION_RULES, type TransactionLaneOptions } from "./lane/lane-options.ts";
import { createTransactionLane } from "./lane/transaction-lane.ts";
import type {
  ChainHealth,
  ComplianceIndex,
  TokenList,
  TransactionIntent,
  TransactionLane,
  Transfers,
} from "./port.ts";
import { createTokenList } from "./tokens/token-list.ts";
import { createTransfers } from "./tokens/transfers.ts";

/** The lane's options, and those of the parts around it. */
export interface ChainOptions
  extends
    TransactionLaneOptions,
    Pick<ChainHealthOptions, "development" | "rpcUrl">,
    Pick<ComplianceIndexOptions, "onBlock"> {
  /** The compliance contract; `complianceAddress()` where `deployCompliance` puts it. */
  readonly contract: Address;
  /** The block of the contract's deployment, or any before. Default 0. */
  readonly fromBlock?: number;
  /** Of the native token. Default `ETH`. */
  readonly nativeSymbol?: string;
  /** So long a transfer's call waits for the chain's last word, 0–600,000. Default 20,000. */
  readonly waitMilliseconds?: number;
}

/** What shall be proved. */
export interface ProofRequest {
  /** Of the intent. */
  readonly id: string;
  readonly dataHash: DataHash;
  readonly eventType: string;
  readonly recipient: Address;
  readonly payment: {
    readonly token: Address;
    readonly amount: bigint;
    readonly payer: "sender" | "recipient";
  } | null;
}

/** The parts; each is started by its `start`, the lane before what waits for it. */
export interface Chain {
  readonly lane: TransactionLane;
  readonly tokens: TokenList;
  readonly transfers: Transfers;
  readonly index: ComplianceIndex;
  readonly health: ChainHealth;
  /**
   * The transaction that makes a proof, after a look at whether it can be paid.
   * @throws NodeError INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, VALIDATION_ERROR, CHAIN_UNAVAILABLE
   */
  readonly prove: (proof: ProofRequest) => Promise<TransactionIntent>;
}

/** @throws KernelError OPTION_INVALID */
export function createChain(given: ChainOptions): Chain {
  const { contract, fromBlock, nativeSymbol, waitMilliseconds, development, rpcUrl, ...others } =
    given;
  const { onBlock, ...lane } = others;
  const options = resolveOptions<Required<TransactionLaneOptions>>(
    "createChain",
    lane,
    LANE_OPTION_RULES,
  );
  const { rpc, chainId, store, clock, confirmations, pollMilliseconds, onTrouble, signer } =
    options;
  const common = { rpc, chainId, store, clock };
  const tokens = createTokenList({
    ...common,
    ...(nativeSymbol === undefined ? {} : { nativeSymbol }),
  });
  const theLane = createTransactionLane(options);
  const health = createChainHealth({
    rpc,
    chainId,
    clock,
    development: development ?? false,
    rpcUrl,
  });
  return Object.freeze({
    lane: theLane,
    tokens,
    transfers: createTransfers({
      lane: theLane,
      tokens,
      store,
      ...(waitMilliseconds === undefined ? {} : { waitMilliseconds }),
    }),
    index: createComplianceIndex({
      ...common,
      contract,
      confirmations,
      pollMilliseconds,
      onTrouble,
      ...(fromBlock === undefined ? {} : { fromBlock }),
      ...(onBlock === undefined ? {} : { onBlock }),
    }),
    health,
    prove: (proof: ProofRequest) => prove({ tokens, health }, signer.address, contract, proof),
  });
}

async function prove(
  { tokens, health }: Pick<Chain, "tokens" | "health">,
  sender: Address,
  contract: Address,
  { payment, ...fact }: ProofRequest,
): Promise<TransactionIntent> {
  if (!health.connected()) {
    throw new NodeError(
      "CHAIN_UNAVAILABLE",
      "The chain has not answered for ten seconds; nothing was sent and nothing is kept. Try again later.",
    );
  }
  const proof = { ...fact, contract, sender };
  if (payment === null) return proofIntent(proof);
  const intent = proofIntent({ ...proof, payment });
  const { token, amount, payer } = payment;
  if ((await tokens.get(token)) === undefined) {
    throw new NodeError(
      "TOKEN_UNSUPPORTED",
      "paymentToken: expected a token of the node's list: add it first.",
      { details: { field: "paymentToken" } },
    );
  }
  const available = await tokens.balanceOf(payer === "sender" ? sender : fact.recipient, token);
  if (available >= amount) return intent;
  throw new NodeError(
    "INSUFFICIENT_FUNDS",
    `paymentAmount: expected at most ${available}, which is what the payer has, but found ${amount}.`,
    {
      details: {
        field: "paymentAmount",
        needed: amount.toString(),
        available: available.toString(),
      },
    },
  );
}
