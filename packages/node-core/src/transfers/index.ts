export type { Balance, NodeTokens } from "./node-tokens.ts";
export type { FeeQuery, NodeFees, QuotedFee } from "./fees.ts";
export type { Payment, PaymentCall, PaymentFacts, PaymentResult, Payments } from "./payments.ts";
