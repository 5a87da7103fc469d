/** Sentences for what contracts of ours, tokens and Solidity itself revert with. */
import { ErrorFragment, Interface } from "ethers";

import type { NodeError } from "../../errors.ts";
import { COMPLIANCE_REGISTRY } from "../contracts/compliance-registry.ts";
import { endpointWords } from "../rpc/endpoint-words.ts";
import { shortfallReason } from "../tokens/transfer-trial.ts";

/** ERC-6093 and what contracts of ours and Solidity itself revert with. */
const KNOWN_ERRORS = new Interface([
  ...COMPLIANCE_REGISTRY.abi,
  "error Error(string message)",
  "error Panic(uint256 code)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InvalidReceiver(address receiver)",
]);

/** Returns the sentence for a call that the chain has executed and that failed. */
export function revertReason({ details, message }: NodeError<"CHAIN_REJECTED">): string {
  return (
    reasonOf(details.data) ?? `The chain does not execute it: ${sentence(endpointWords(message))}`
  );
}

function reasonOf(data: unknown): string | undefined {
  if (typeof data !== "string" || !/^0x([0-9a-f]{2}){4,}$/i.test(data)) return undefined;
  const fragment = KNOWN_ERRORS.getError(data.slice(0, 10));
  if (!(fragment instanceof ErrorFragment)) return unknownError(data);
  try {
    const values = KNOWN_ERRORS.decodeErrorResult(fragment, data).map(String);
    return SENTENCES[fragment.name]?.(...values) ?? unknownError(data);
  } catch {
    return unknownError(data);
  }
}

/** Meanings of errors by their names, made of their values. */
const SENTENCES: Readonly<Record<string, (...values: readonly string[]) => string>> = {
  Error: (message = "") => `The contract refuses it: ${sentence(endpointWords(message))}`,
  Panic: (code) => `The contract failed by a fault of its own (Solidity's panic code ${code}).`,
  ERC20InsufficientBalance: (sender, balance, needed) =>
    `${sender} has ${balance} of the ${needed} of the token that this needs.`,
  ERC20InsufficientAllowance: (spender, allowed, needed) =>
    `The token allows ${spender} to take ${allowed} of the ${needed} that this needs.`,
  ERC20InvalidReceiver: (receiver) => `The token does not let ${receiver} receive it.`,
  PaymentIncomplete: (expected, received) => shortfallReason(expected, received),
  PullNotAllowed: (needed, allowed) =>
    `The recipient pays, and has let this wallet take ${allowed} of the ${needed} that this needs.`,
  SafeERC20FailedOperation: (token) => `The token ${token} says that it has not made the transfer.`,
  ReentrancyGuardReentrantCall: () => "The payee calls the contract back while it is paid.",
  NativePaymentFailed: () => "The recipient is a contract that does not take the payment.",
  ValueMismatch: (expected, sent) => `The contract expected ${expected} wei and was sent ${sent}.`,
  DataHashMissing: () => "The contract takes no data hash of zeros.",
  RecipientMissing: () => "The contract takes no proof without a recipient.",
  AmountMissing: () => "The contract takes no payment of 0.",
  EventTypeInvalid: () =>
    "The contract takes event types of 1 to 64 letters, digits, _, - and . only.",
};

function unknownError(data: string): string {
  return `The contract refuses it with an error of its own, ${data.slice(0, 10)}, which this node has no words for.`;
}

function sentence(words: string): string {
  return words === "" ? "it gives no reason." : `${words.replace(/\.$/, "")}.`;
}
