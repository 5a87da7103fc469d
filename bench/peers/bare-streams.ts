/** Two bare libp2p nodes over QUIC: what the peer network is compared with. */
import { quic } from "@chainsafe/libp2p-quic";
import { identify } from "@libp2p/identify";
import { createLibp2p, type Libp2p } from "libp2p";

const PROTOCOL = "/bench/echo-size/1";
const PIECE = 64 * 1024;

export interface BareStreams {
  /** Sends the bytes and waits for one byte back. */
  roundTrip(bytes: Uint8Array): Promise<void>;
  stop(): Promise<void>;
}

export async function startBareStreams(): Promise<BareStreams> {
  const receiver = await startNode();
  const sender = await startNode();
  await receiver.handle(PROTOCOL, async (stream) => {
    let received = 0;
    for await (const piece of stream) received += piece.byteLength;
    stream.send(Uint8Array.of(received & 0xff));
    await stream.close();
  });
  const connection = await sender.dial(receiver.getMultiaddrs());
  return {
    roundTrip: async (bytes) => {
      const stream = await connection.newStream(PROTOCOL);
      const answered = (async () => {
        let size = 0;
        for await (const piece of stream) size += piece.byteLength;
        if (size !== 1) throw new Error("The answer is missing.");
      })();
      for (let offset = 0; offset < bytes.length; offset += PIECE) {
        await stream.onDrain();
        stream.send(bytes.subarray(offset, offset + PIECE));
      }
      await stream.close();
      await answered;
    },
    stop: async () => {
      await sender.stop();
      await receiver.stop();
    },
  };
}

function startNode(): Promise<Libp2p> {
  return createLibp2p({
    addresses: { listen: ["/ip4/127.0.0.1/udp/0/quic-v1"] },
    transports: [quic()],
    services: { identify: identify() },
    connectionMonitor: { enabled: false },
  });
}
