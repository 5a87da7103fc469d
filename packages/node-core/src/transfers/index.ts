export type { Balance, NodeTokens } from "./node-tokens.ts";
export type { Payment, PaymentResult, Payments } from "./payments.ts";
