/** A wallet's view of one chain over one JSON-RPC access: lane, tokens, transfers, index and health. */
import { checkArguments, hasCode, objectOf, resolveOptions } from "@bourse/kernel";

import { NATIVE_TOKEN, type Address, type DataHash } from "../address.ts";
import { NodeError } from "../errors.ts";
import { createChainHealth, isAway, wasChecked, type ChainHealthOptions } from "./chain-health.ts";
import {
  createComplianceIndex,
  type ComplianceIndexOptions,
} from "./compliance/compliance-index.ts";
import { checkContract } from "./compliance/contract-check.ts";
import type { ComplianceIndex } from "./compliance/port.ts";
import { proofIntent } from "./compliance/proof-intent.ts";
import {
  LANE_OPTION_RULES,
  type LaneSettings,
  type TransactionLaneOptions,
} from "./lane/lane-options.ts";
import { createTransactionLane } from "./lane/transaction-lane.ts";
import type {
  ChainHealth,
  ChainRpc,
  FeeQuote,
  Lane,
  TokenList,
  TransactionIntent,
  Transfers,
} from "./port.ts";
import { quoteFee } from "./quote-fee.ts";
import { unsupported } from "./tokens/erc20.ts";
import { createTokenList } from "./tokens/token-list.ts";
import { createTransfers, transferIntent } from "./tokens/transfers.ts";

/** Options of {@link createChain}: those of the lane and of the other parts. */
export interface ChainOptions
  extends
    TransactionLaneOptions,
    Pick<ChainHealthOptions, "development" | "rpcUrl">,
    Pick<ComplianceIndexOptions, "logRange" | "onBlock"> {
  /** Address of the compliance contract; `complianceAddress()` for one that `deployCompliance` deployed. */
  readonly contract: Address;
  /** Block of the contract's deployment or any earlier one. Default 0. */
  readonly fromBlock?: number;
  /** Symbol of the native token. Default `ETH`. */
  readonly nativeSymbol?: string;
  /** Longest wait of a transfer for its confirmation. 0–600,000 ms, default 20,000. */
  readonly waitMilliseconds?: number;
}

/** Proof that a chain should record. */
export interface ProofRequest {
  /** Id of the intent. 1–200 characters. */
  readonly id: string;
  /** SHA-256 of the data. */
  readonly dataHash: DataHash;
  /** Event type, such as `data_share`. */
  readonly eventType: string;
  /** Wallet address of the recipient. */
  readonly recipient: Address;
  /** Payment in the same transaction; null for none. */
  readonly payment: {
    /** Address of the token; the zero address is the native token. */
    readonly token: Address;
    /** Amount in the token's smallest unit. */
    readonly amount: bigint;
    /** Payer: this node's wallet, or the recipient by an allowance. */
    readonly payer: "sender" | "recipient";
  } | null;
}

/** Wallet's view of one chain. */
export interface Chain {
  /** Transactions of the wallet. */
  readonly lane: Lane;
  /** List of tokens. */
  readonly tokens: TokenList;
  /** Payments from the wallet. */
  readonly transfers: Transfers;
  /** Index of the compliance contract. */
  readonly index: ComplianceIndex;
  /** Availability of the chain. */
  readonly health: ChainHealth;
  /**
   * Returns the intent of a proof's transaction after checking the contract and that the wallet can pay it. While the
   * chain is away and was checked before in this process, a proof that needs no allowance is returned unchecked: the
   * lane checks contract and funds again before it signs.
   *
   * @throws NodeError INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, VALIDATION_ERROR, CONTRACT_MISMATCH, CHAIN_UNAVAILABLE
   */
  readonly prove: (proof: ProofRequest) => Promise<TransactionIntent>;
  /**
   * Returns the fee that a payment, or a proof with or without one, would cost now. Nothing is sent.
   *
   * @throws NodeError TRANSACTION_REFUSED, TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE, CHAIN_MISMATCH, CHAIN_REJECTED,
   * CONTRACT_MISMATCH
   */
  readonly quote: (request: QuoteRequest) => Promise<FeeQuote>;
}

/** Transaction whose fee is asked. */
export interface QuoteRequest {
  /** Kind of the transaction. */
  readonly kind: "transfer" | "share";
  /** Address of the payee or recipient. */
  readonly to: Address;
  /** Address of the token; the zero address is the native token. */
  readonly token: Address;
  /** Amount in the token's smallest unit; null for a share without a payment. */
  readonly amount: bigint | null;
  /** SHA-256 that is recorded for a share; any will do. */
  readonly dataHash: DataHash;
}

/**
 * Creates a wallet's view of one chain over JSON-RPC: transactions, tokens, payments, compliance index and health. Each
 * part is started by its own `start`, the lane first.
 *
 * @throws KernelError OPTION_INVALID for an invalid or unknown option, ARGUMENT_INVALID without options
 */
export function createChain(given: ChainOptions): Chain {
  checkArguments("createChain", { options: objectOf({}) }, [given]);
  const { contract, fromBlock, nativeSymbol, waitMilliseconds, development, rpcUrl, ...others } =
    given;
  const { logRange, onBlock, ...lane } = others;
  const options = resolveOptions<LaneSettings>("createChain", lane, LANE_OPTION_RULES);
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
    contract,
    ...(development === undefined ? {} : { development }),
    rpcUrl,
    failingSince: () => theLane.failingSince?.() ?? null,
  });
  const index = createComplianceIndex({
    ...common,
    contract,
    confirmations,
    pollMilliseconds,
    onTrouble,
    ...(fromBlock === undefined ? {} : { fromBlock }),
    ...(logRange === undefined ? {} : { logRange }),
    ...(onBlock === undefined ? {} : { onBlock }),
  });
  index.onRewind(() => theLane.chainRewound?.());
  return Object.freeze({
    lane: theLane,
    tokens,
    transfers: createTransfers({
      lane: theLane,
      tokens,
      store,
      health,
      ...(waitMilliseconds === undefined ? {} : { waitMilliseconds }),
    }),
    index,
    health,
    prove: (proof: ProofRequest) => prove({ tokens, health, rpc }, signer.address, contract, proof),
    quote: async (request: QuoteRequest) => {
      if ((await tokens.get(request.token)) === undefined) {
        throw unsupported(request.token, "it is not on the node's list: add it first");
      }
      return quoteFee(options, quotedIntent(signer.address, contract, request));
    },
  });
}

function quotedIntent(
  sender: Address,
  contract: Address,
  { kind, to, token, amount, dataHash }: QuoteRequest,
): TransactionIntent {
  if (kind === "transfer") {
    return transferIntent({ id: "quote", from: sender, to, amount: amount ?? 0n, token });
  }
  const payment = amount === null ? {} : { payment: { token, amount } };
  const fact = { id: "quote", contract, sender, dataHash, eventType: "data_share", recipient: to };
  return proofIntent({ ...fact, ...payment });
}

async function prove(
  parts: Pick<Chain, "tokens" | "health"> & { readonly rpc: ChainRpc },
  sender: Address,
  contract: Address,
  request: ProofRequest,
): Promise<TransactionIntent> {
  const { payment, ...fact } = request;
  const { health } = parts;
  const intent = proofIntent({
    ...fact,
    contract,
    sender,
    ...(payment === null ? {} : { payment }),
  });
  // An allowance would be given before the contract was looked at again.
  const mayWait =
    payment === null || (payment.token === NATIVE_TOKEN && payment.payer === "sender");
  if (mayWait && isAway(health)) return intent;
  try {
    await checkProof(parts, sender, contract, request);
  } catch (error) {
    if (!mayWait || !wasChecked(health) || !hasCode(error, "CHAIN_UNAVAILABLE")) throw error;
  }
  return intent;
}

async function checkProof(
  { tokens, health, rpc }: Parameters<typeof prove>[0],
  sender: Address,
  contract: Address,
  { payment, ...fact }: ProofRequest,
): Promise<void> {
  await checkContract(rpc, contract);
  if (!health.connected()) {
    throw new NodeError(
      "CHAIN_UNAVAILABLE",
      "The chain has not answered for ten seconds; nothing was sent and nothing is kept. Try again later.",
    );
  }
  if (payment === null) return;
  const { token, amount, payer } = payment;
  if ((await tokens.get(token)) === undefined) {
    throw new NodeError(
      "TOKEN_UNSUPPORTED",
      "paymentToken: expected a token of the node's list: add it first.",
      { details: { field: "paymentToken" } },
    );
  }
  const available = await tokens.balanceOf(payer === "sender" ? sender : fact.recipient, token);
  if (available >= amount) return;
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
