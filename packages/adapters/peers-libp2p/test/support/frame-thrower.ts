import { seededRandom, type Random } from "@bourse/kernel";
import { ANNOUNCE_PROTOCOL, SHARE_PROTOCOL } from "@bourse/node-core/transport";
/**
 * Run as a process: a libp2p host of its own that throws malformed frames at a node, by every protocol, on real QUIC
 * streams. Arguments: the node's multiaddr, how many frames, how many milliseconds at most, a seed. Prints what it did
 * as JSON.
 */
import { quic } from "@chainsafe/libp2p-quic";
import { generateKeyPair } from "@libp2p/crypto/keys";
import { identify } from "@libp2p/identify";
import type { Connection, Stream } from "@libp2p/interface";
import { multiaddr } from "@multiformats/multiaddr";
import { createLibp2p } from "libp2p";

import { encodeAnnounceRequest } from "../../../../node-core/src/peers/wire/announce-message.ts";
import { brokenFrame } from "../../../../node-core/test/support/broken-frame.ts";

export interface Thrown {
  /** Frames of which something was sent. */
  readonly frames: number;
  /** Streams that the node's end of the connection came before. */
  readonly unsent: number;
  readonly connections: number;
}

const STREAMS_AT_ONCE = 16;
const MODEL = encodeAnnounceRequest({ kind: "hello", multiaddrs: ["/x"], announcements: [] });

const [target = "", frames = "0", milliseconds = "0", seed = ""] = process.argv.slice(2);
const random = seededRandom(seed);
const host = await createLibp2p({
  privateKey: await generateKeyPair("secp256k1"),
  transports: [quic({ maxIdleTimeout: 4000, keepAliveInterval: 1000 })],
  services: { identify: identify({ protocolPrefix: "bourse" }) },
  connectionManager: { reconnectRetries: 0 },
  connectionMonitor: { enabled: false },
});
const end = performance.now() + Number(milliseconds);
const count = { frames: 0, unsent: 0, connections: 0 };
while (count.frames < Number(frames) && performance.now() < end) {
  const connection = await host.dial(multiaddr(target)).catch(() => undefined);
  if (connection === undefined) continue;
  count.connections++;
  await untilItIsCut(connection);
}
process.stdout.write(JSON.stringify(count satisfies Thrown));
process.exit();

/** Sends this number of frames at once until the node cuts the connection. */
async function untilItIsCut(connection: Connection): Promise<void> {
  while (connection.status === "open" && count.frames < Number(frames) && performance.now() < end) {
    await Promise.all(Array.from({ length: STREAMS_AT_ONCE }, () => throwOne(connection)));
  }
}

async function throwOne(connection: Connection): Promise<void> {
  try {
    const protocol = random.below(2) === 0 ? SHARE_PROTOCOL : ANNOUNCE_PROTOCOL;
    const stream = await connection.newStream(protocol, { signal: AbortSignal.timeout(5000) });
    malformed(random, stream);
    count.frames++;
    // What ends without a word must be given time to be sent.
    if (stream.status === "open") await stream.close({ signal: AbortSignal.timeout(5000) });
  } catch {
    count.unsent++;
  }
}

/** One of the ways in which bytes on a stream are no message. */
function malformed(by: Random, stream: Stream): void {
  const body = brokenFrame(by, MODEL);
  switch (by.below(6)) {
    case 0:
      return void stream.send(framed(0x7fffffff, body));
    case 1:
      return void stream.send(framed(Math.max(0, body.length - 1 - by.below(5)), body));
    case 2:
      return void stream.send(framed(body.length + 1 + by.below(100_000), body));
    case 3:
      stream.send(framed(1000, body));
      return stream.abort(new Error("Given up in the middle."));
    case 4:
      return void (body.length > 0 && stream.send(body));
    default:
      return void stream.send(framed(body.length, body));
  }
}

function framed(announced: number, body: Uint8Array): Uint8Array {
  const frame = Buffer.alloc(4 + body.length);
  frame.writeUInt32BE(announced);
  frame.set(body, 4);
  return frame;
}
