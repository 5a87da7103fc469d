export type { Balance, NodeTokens } from "./node-tokens.ts";
export type { Payment, PaymentCall, PaymentResult, Payments } from "./payments.ts";
