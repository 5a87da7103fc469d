export type { Balance, NodeTokens } from "./node-tokens.ts";
export type { Payment, PaymentCall, PaymentFacts, PaymentResult, Payments } from "./payments.ts";
