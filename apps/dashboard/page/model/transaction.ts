/** TEMPORARY until the contract has it. */
export interface NodeTransaction {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly to: string;
  readonly token: string;
  readonly amount: string;
  readonly nonce: number | null;
  readonly tx_hash: string | null;
  readonly block: number | null;
  readonly confirmations: number;
  readonly confirmations_needed: number;
  readonly cause: string | null;
  readonly candidate: string | null;
  readonly created_at: number;
}
export interface NodeTransactionList {
  readonly transactions: readonly NodeTransaction[];
}
export interface TransactionCommand {
  readonly action: "send" | "accept" | "replace" | "cancel";
}
