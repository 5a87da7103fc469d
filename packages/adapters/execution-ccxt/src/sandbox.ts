/** The testnet: entering it, and a guard against sandboxes that are none. */

import { ExecutionError } from "@bourse/trading-core/execution";

import { refusal } from "./broker-options.ts";
import type { CcxtExchange, CcxtRequest } from "./ccxt-shapes.ts";

/** Looks at a request before it goes out. @throws ExecutionError EXECUTION_REFUSED for one that must not */
export type Guard = (address: string, request: CcxtRequest) => void;

/**
 * Turns the exchange to its testnet.
 *
 * The guard lets nothing but reads go to a host of the real exchange, unless the request says itself that it is
 * simulated: the sandbox of some exchanges (weex) keeps the live hosts and covers contracts only, and then only ccxt's
 * own care is between an order and real money.
 *
 * @throws KernelError OPTION_INVALID when ccxt knows no testnet of the exchange
 */
export function enterSandbox(exchange: CcxtExchange): Guard {
  const live = new Set(hostsOf(exchange));
  try {
    exchange.setSandboxMode(true);
  } catch {
    throw noSandbox(exchange);
  }
  // For an exchange without a testnet some classes have no address left instead of an error.
  if (hostsOf(exchange).length === 0) throw noSandbox(exchange);
  return (address, { method = "GET", headers = {} }) => {
    if (method === "GET" || !live.has(new URL(address).host) || isSimulated(headers)) return;
    throw new ExecutionError(
      "EXECUTION_REFUSED",
      `ccxt's sandbox of ${exchange.id} sends orders to the live exchange, so this one was not sent; choose another exchange.`,
      { details: { exchange: exchange.id, reason: "a sandbox that is none" } },
    );
  };
}

/** True when the headers select a testnet, as okx and bitget do: their testnets have no host of their own. */
function isSimulated(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).some(
    ([name, value]) => /^(x-simulated-trading|paptrading)$/iu.test(name) && value === "1",
  );
}

function hostsOf({ urls, hostname = "" }: CcxtExchange): readonly string[] {
  return addressesIn(urls.api)
    .map((address) => address.replaceAll("{hostname}", hostname))
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).host);
}

/** ccxt nests them by kinds of routes. */
function addressesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(addressesIn)
    : [];
}

function noSandbox({ id }: CcxtExchange) {
  return refusal(
    "sandbox",
    `ccxt knows no sandbox of ${id}; choose another exchange, or set "sandbox" to "no" and "allowLive" to "yes" if real money is meant.`,
  );
}
