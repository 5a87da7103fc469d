/** Addresses and web origins that a key is accepted from. */

import { invalid } from "../invalid.ts";
import { canonicalNetwork, inNetworks } from "./networks.ts";

/** Places that a key is accepted from; an empty list, or none, admits every place. */
export interface KeyRestrictions {
  /** IP addresses and networks. */
  readonly addresses?: readonly string[];
  /** Web origins. */
  readonly origins?: readonly string[];
}

/** The request that a key is used for. */
export interface KeyRequest {
  /** Name of the route, such as `GET /notes/:id`, for the figures of usage. 1–200 characters. Default `other`. */
  readonly route?: string | undefined;
  /** Bytes of the request's body. Default 0. */
  readonly bytes?: number | undefined;
  /** Cost of the request in units of the service, a whole number of 0–1,000,000,000. Default 1. */
  readonly cost?: number | undefined;
  /** IP address of the caller. Default: that of the call's origin. */
  readonly address?: string | undefined;
  /** Value of the `Origin` header, which a browser sends. Default: none. */
  readonly origin?: string | undefined;
  /**
   * False for a look at the key, such as that of a connection which is still open: nothing is counted or recorded, and
   * limits are passed over. Default true.
   */
  readonly use?: boolean | undefined;
}

const MAX_ENTRIES = 32;

/** The addresses in their one spelling, each once. @throws AuthError VALIDATION_ERROR, details.path `addresses` */
export function checkAddresses(given: readonly string[]): readonly string[] {
  const found = given.map((text) => canonicalNetwork(text.trim()));
  const isGood = (one: string | undefined): one is string => one !== undefined;
  if (given.length <= MAX_ENTRIES && found.every(isGood)) return [...new Set(found)];
  const wrong = given[found.findIndex((one) => !isGood(one))];
  throw invalid(
    "addresses",
    wrong === undefined
      ? `A key is bound to ${MAX_ENTRIES} addresses at most.`
      : `"${wrong.slice(0, 60)}" is neither an IP address nor a network such as 192.0.2.0/24 or 2001:db8::/32.`,
  );
}

/** The origins in their one spelling, each once. @throws AuthError VALIDATION_ERROR, details.path `origins` */
export function checkOrigins(given: readonly string[]): readonly string[] {
  const found = given.map((text) => webOrigin(text.trim()));
  const isGood = (one: string | undefined): one is string => one !== undefined;
  if (given.length <= MAX_ENTRIES && found.every(isGood)) return [...new Set(found)];
  const wrong = given[found.findIndex((one) => !isGood(one))];
  throw invalid(
    "origins",
    wrong === undefined
      ? `A key is bound to ${MAX_ENTRIES} origins at most.`
      : `"${wrong.slice(0, 60)}" is no web origin such as https://app.example.com, without a path.`,
  );
}

function webOrigin(text: string): string | undefined {
  if (!/^https?:\/\/[^/?#@\s]+\/?$/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}

/** Judges where a request comes from; undefined when none of the keys has restrictions. */
export function admissionOf(
  keys: readonly KeyRestrictions[],
): ((address: string | undefined, origin: string | undefined) => boolean) | undefined {
  const networks = keys.flatMap(({ addresses = [] }) =>
    addresses.length === 0 ? [] : [inNetworks(addresses)],
  );
  const origins = keys.flatMap(({ origins: list = [] }) => (list.length === 0 ? [] : [list]));
  if (networks.length === 0 && origins.length === 0) return undefined;
  return (address, origin) =>
    networks.every((isIn) => isIn(address)) &&
    origins.every((list) => origin !== undefined && list.includes(origin));
}
