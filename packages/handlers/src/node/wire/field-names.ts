/** Field names of the core's errors as the wire spells them. */

const WIRE_NAMES: Readonly<Record<string, string>> = {
  dataHash: "data_hash",
  paymentToken: "payment_token",
  paymentAmount: "payment_amount",
  eventType: "event_type",
  expiresAt: "expires_at",
  sharesPerDay: "shares_per_day",
  gasPerDay: "gas_per_day",
};

const CORE_NAMES = new RegExp(`\\b(${Object.keys(WIRE_NAMES).join("|")})\\b`, "g");

/** Replaces each camelCase field name in a field or a sentence of the core by its wire name. */
export function withWireNames(text: string): string {
  return text.replaceAll(CORE_NAMES, (name) => WIRE_NAMES[name] ?? name);
}
