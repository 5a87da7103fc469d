/** An exchange of ccxt's, set up so that no amount passes through a float and no order leaves the testnet unasked. */

import { refusal, type BrokerTerms } from "./broker-options.ts";
import type { CcxtExchange, CcxtRequest } from "./ccxt-shapes.ts";
import { enterSandbox, type Guard } from "./sandbox.ts";

/** Features of an exchange that the broker cannot work without. */
const NEEDED = ["spot", "createOrder", "cancelOrder", "fetchOrder", "fetchBalance", "fetchTicker"];

/** Features that list ended orders; the exchange must have one of them. */
const ENDED_LISTS = ["fetchOrders", "fetchCanceledAndClosedOrders", "fetchClosedOrders"] as const;

/**
 * The exchange, before anything is asked of it.
 *
 * @throws KernelError OPTION_INVALID: an exchange without a sandbox when one is wanted, without an ability that a
 * broker needs, or one that wants other keys
 */
export function openExchange(terms: BrokerTerms): CcxtExchange {
  const classes = terms.ccxt as unknown as Readonly<Record<string, ExchangeClass>>;
  const Exchange = classes[terms.exchange]!; // its id is on the list
  const pace = terms.paceMilliseconds;
  const exchange = new Exchange(pace === undefined ? {} : { rateLimit: pace });
  checkAbilities(exchange);
  exchange.apiKey = terms.apiKey;
  exchange.secret = terms.apiSecret;
  if (terms.apiPassword !== undefined) exchange.password = terms.apiPassword;
  if (terms.uid !== undefined) exchange.uid = terms.uid;
  exchange.timeout = terms.requestTimeoutMilliseconds;
  exchange.userAgent = "bourse";
  Object.assign(exchange.options, OPTIONS, {
    fetchOrder: { ...recordOf(exchange.options["fetchOrder"]), acknowledged: true },
    fetchMarkets: spotOnly(exchange.options["fetchMarkets"]),
  });
  keepDigits(exchange);
  try {
    exchange.checkRequiredCredentials();
  } catch (error) {
    const wanted = /requires "(\w+)"/u.exec(String(error))?.[1] ?? "other keys";
    throw refusal("apiKey", `${exchange.id} needs ${wanted} beside or instead of what was given.`);
  }
  const guard = terms.sandbox === "yes" ? enterSandbox(exchange) : undefined;
  exchange.fetchImplementation = fetchOf(terms, guard);
  return exchange;
}

type ExchangeClass = new (config: { readonly rateLimit?: number }) => CcxtExchange;

const OPTIONS = {
  defaultType: "spot",
  /** The clocks are compared when markets are loaded. */
  adjustForTimeDifference: true,
  /** A purchase at the market for an amount of the quote asset is refused instead of being mistaken. */
  createMarketBuyOrderRequiresPrice: true,
  fetchMargins: false,
  warnOnFetchOpenOrdersWithoutSymbol: false,
} as const;

/** ccxt would read the contracts too, of which there may be ten times as many. Exchanges name the kinds in two ways. */
function spotOnly(given: unknown): unknown {
  if (Array.isArray(given)) return given.includes("spot") ? ["spot"] : given;
  const { types, ...rest } = recordOf(given);
  if (Array.isArray(types)) return { ...rest, types: spotOnly(types) };
  if (typeof types !== "object" || types === null || !("spot" in types)) return given;
  const kinds = Object.keys(types).map((kind) => [kind, kind === "spot"] as const);
  return { ...rest, types: Object.fromEntries(kinds) };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function checkAbilities({ id, has }: CcxtExchange): void {
  const missing = NEEDED.filter((name) => has[name] !== true && has[name] !== "emulated");
  if (!ENDED_LISTS.some((name) => Boolean(has[name]))) missing.push("fetchClosedOrders");
  if (missing.length === 0) return;
  throw refusal(
    "exchange",
    `ccxt's ${id} cannot be traded through this broker, for it lacks ${missing.join(", ")}; choose another exchange.`,
  );
}

/** ccxt reads numbers as text where it can; here it always does, in bare JSON too. */
function keepDigits(exchange: CcxtExchange): void {
  exchange.number = String;
  exchange.parseJson = (text) => {
    if (!exchange.isJsonEncodedObject(text)) return undefined;
    try {
      return JSON.parse(exchange.onJsonResponse(text)) as unknown;
    } catch {
      return undefined;
    }
  };
}

/** ccxt stops its timer at the first byte; ours runs to the last one. */
function fetchOf(
  { fetch: given, requestTimeoutMilliseconds: limit }: BrokerTerms,
  guard: Guard | undefined,
) {
  return async (address: string, request: CcxtRequest): Promise<Response> => {
    guard?.(address, request);
    const { method, headers, body, signal } = request;
    const timeout = AbortSignal.timeout(limit);
    const init: RequestInit = {
      method: method ?? "GET",
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
      redirect: "error",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    };
    return (given ?? globalThis.fetch)(address, init);
  };
}
