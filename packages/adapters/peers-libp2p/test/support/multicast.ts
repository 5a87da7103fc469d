/**
 * Detection of multicast DNS: whether what this machine sends to the group comes back to it; some containers let none
 * through.
 */

import { createSocket } from "node:dgram";
import { once } from "node:events";

/** Group address of multicast DNS (RFC 6762, section 3). */
const GROUP = "224.0.0.251";
const PROBES = 20;

/** A few datagrams on a port of its own, so that nobody else hears them. */
async function probe(): Promise<boolean> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let sent = 0;
  const timer = setInterval(() => {
    if (sent++ === PROBES) resolve(false);
    else socket.send("?", socket.address().port, GROUP, (error) => error && resolve(false));
  }, 50);
  socket.once("message", () => resolve(true));
  socket.once("error", () => resolve(false));
  try {
    socket.bind(0);
    await once(socket, "listening");
    socket.addMembership(GROUP);
    return await promise;
  } catch {
    return false;
  } finally {
    clearInterval(timer);
    socket.close();
  }
}

/** True unless `MULTICAST` asks: multicast leaves the loopback, and no run of the tests does that unasked. */
export const isMulticastAbsent: boolean =
  process.env["MULTICAST"] === undefined || !(await probe());
if (isMulticastAbsent) {
  process.stdout.write(
    "Tests of mDNS are skipped: they run with MULTICAST=1, where multicast comes back.\n",
  );
}
