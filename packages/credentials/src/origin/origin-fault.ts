/**
 * Check of the origin of a call, which throttles count by: a wrong one would count all callers as one, or none at all.
 */

import { didYouMean, readable } from "@bourse/kernel";

/** Fault of an origin. */
export interface OriginFault {
  /** Path of the member at fault: `origin`, or `origin.` and the member's name. */
  readonly path: string;
  /** Sentence for people. */
  readonly message: string;
}

const MEMBERS = ["ip", "userAgent"];

/** The fault of an origin as a caller without types may give it; undefined for a good one, and for none. */
export function originFault(origin: unknown): OriginFault | undefined {
  if (origin === undefined) return undefined;
  readable("origin", origin);
  if (typeof origin !== "object" || origin === null || Array.isArray(origin)) {
    return { path: "origin", message: "The origin of a call is an object with ip and userAgent." };
  }
  const unknown = Object.keys(origin).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, MEMBERS);
    const message = `The origin of a call has the members ip and userAgent, not "${unknown}".${hint}`;
    return { path: `origin.${unknown}`, message };
  }
  const { ip, userAgent } = origin as { readonly ip?: unknown; readonly userAgent?: unknown };
  if (ip !== undefined && !isIpAddress(ip)) {
    const message =
      "The ip of an origin is an IPv4 or IPv6 address without a port; leave it out where it is not known.";
    return { path: "origin.ip", message };
  }
  if (userAgent === undefined || typeof userAgent === "string") return undefined;
  return { path: "origin.userAgent", message: "The userAgent of an origin is a text." };
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;
/** An IPv6 address, perhaps with the zone of a link-local one; whether its groups fit is left to the URL parser. */
const IPV6 = /^([0-9a-f.]*:[0-9a-f.:]*)(?:%[\w.-]+)?$/i;

function isIpAddress(ip: unknown): boolean {
  if (typeof ip !== "string") return false;
  if (IPV4.test(ip)) return true;
  const address = IPV6.exec(ip)?.[1];
  return address !== undefined && URL.canParse(`http://[${address}]/`);
}
