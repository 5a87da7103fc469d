/** A link to an exchange over as few connections as its limits allow. */

import {
  absentOr,
  anyFunction,
  anyText,
  checkArguments,
  objectOf,
  resolveOptions,
  wholeNumber,
} from "@bourse/kernel";
import type { CandleLink } from "@bourse/trading-core/streams";

import type { SocketDialect } from "./dialect.ts";
import { socketRules, type SocketOptions, type SocketProblem } from "./socket-options.ts";
import { VenueSocket, type SocketParts } from "./venue-socket.ts";

const rules = {
  dialect: objectOf({
    exchange: anyText,
    url: anyText,
    topicsPerRequest: wholeNumber({ min: 1 }),
    topicsPerSocket: wholeNumber({ min: 1 }),
    requestGapMilliseconds: wholeNumber({ min: 0 }),
    lifeMilliseconds: wholeNumber({ min: 1 }),
    topicOf: anyFunction,
    request: anyFunction,
    read: anyFunction,
    heartbeat: absentOr(anyText),
  }),
};

/**
 * Creates a link that tells candles from an exchange's sockets. Many series share a connection, which is opened with
 * the first of them and closed behind the last. A lost connection is made again with growing pauses, and one that grows
 * old is replaced; a message that cannot be read is told as a problem and ends nothing.
 *
 * @throws KernelError ARGUMENT_INVALID, OPTION_INVALID
 */
export function createSocketLink(dialect: SocketDialect, options: SocketOptions = {}): CandleLink {
  checkArguments("createSocketLink", rules, [dialect]);
  const resolved = resolveOptions("createSocketLink", options, socketRules);
  const counts = new Map<SocketProblem["kind"], number>();
  const parts: SocketParts = {
    dialect,
    options: resolved,
    tell: (kind, text) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      resolved.onProblem?.({ kind, exchange: dialect.exchange, count, text: text.slice(0, 200) });
    },
  };
  const sockets: VenueSocket[] = [];
  let isClosed = false;
  return {
    join(series, listener) {
      const topic = dialect.topicOf(series);
      if (topic === undefined || isClosed) return undefined;
      const found =
        sockets.find((each) => each.has(topic)) ??
        sockets.find(({ size }) => size < dialect.topicsPerSocket);
      const socket = found ?? new VenueSocket(parts);
      if (found === undefined) sockets.push(socket);
      return socket.join(topic, listener);
    },
    async close() {
      isClosed = true;
      for (const socket of sockets) socket.close();
    },
  };
}
