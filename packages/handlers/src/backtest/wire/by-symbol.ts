import { canonicalSymbol } from "@bourse/trading-core/market-data";

/**
 * Values by symbol under the names that candles are known by. As they are where one symbol is spelt in two ways; the
 * engine refuses the other spelling then.
 */
export function bySymbol<Value>(
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const named = Object.entries(values).map(([name, value]) => [canonicalSymbol(name), value]);
  const canonical = Object.fromEntries(named) as Readonly<Record<string, Value>>;
  return Object.keys(canonical).length === named.length ? canonical : values;
}
