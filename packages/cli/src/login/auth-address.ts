import { UsageError } from "../command/command.ts";
import { quoted } from "../command/read-line.ts";

/** Address of a server on this machine. */
export const OWN_ADDRESS = "http://127.0.0.1:3000";

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Address of the API of a server of access control: the path of `given`, or `/api/v1` without one.
 *
 * @throws UsageError for what is no address, and for `http:` to another machine, which would send tokens unencrypted
 */
export function authAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url?.protocol === "http:" && !LOOPBACK.test(url.hostname);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search + url.hash !== "") {
    throw new UsageError(`${quoted(given)} is no address of a server, such as ${OWN_ADDRESS}.`);
  }
  if (isPlain) {
    throw new UsageError(
      `Use https: ${quoted(given)} would send tokens to another machine unencrypted.`,
    );
  }
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path === "" ? "/api/v1" : path}`;
}
