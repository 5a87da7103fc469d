/** The event by which the compliance contract tells that it has recorded a proof. */
import type { TransactionIntent } from "../port.ts";
import { REGISTRY } from "./proof-intent.ts";

type ExpectedProof = NonNullable<TransactionIntent["proof"]>;

/** keccak256 of the event ComplianceEvent. */
const PROOF_TOPIC = REGISTRY.getEvent("ComplianceEvent")?.topicHash ?? "";

/** Topics of the event that records `proof`. */
export function proofTopics({ sender, dataHash, recipient }: ExpectedProof): readonly string[] {
  return [PROOF_TOPIC, topicOf(sender), `0x${dataHash}`, topicOf(recipient)];
}

/** Reports if a log of a receipt is the contract's event for `proof`. */
export function isProofLog(
  { address, topics }: { readonly address: string; readonly topics: readonly string[] },
  proof: ExpectedProof,
): boolean {
  return (
    address.toLowerCase() === proof.contract.toLowerCase() &&
    proofTopics(proof).every((topic, place) => topics[place]?.toLowerCase() === topic)
  );
}

function topicOf(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
}
