/** Size of one read of the QUIC transport from a stream, and its assumptions about the library. */
import { quic } from "@chainsafe/libp2p-quic";
import { identify } from "@libp2p/identify";
import { createLibp2p, type Libp2p } from "libp2p";
import { expect, onTestFinished, test, vi } from "vitest";

import { withLargeReads } from "../src/large-reads.ts";

vi.setConfig({ testTimeout: 60_000 });

const PROTOCOL = "/test/pieces/1";
const BYTES = 2 ** 20;

/** Sizes of the pieces in which a mebibyte comes, there (dialled to listening) and back. */
async function piecesOf(transport: ReturnType<typeof quic>): Promise<number[][]> {
  const start = async (): Promise<Libp2p> => {
    const host = await createLibp2p({
      addresses: { listen: ["/ip4/127.0.0.1/udp/0/quic-v1"] },
      transports: [transport],
      services: { identify: identify() },
      connectionMonitor: { enabled: false },
    });
    onTestFinished(async () => {
      await host.stop();
    });
    return host;
  };
  const [listening, dialling] = [await start(), await start()];
  const sizes: [number[], number[]] = [[], []];
  const body = Uint8Array.from({ length: BYTES }, (_, at) => at % 251);
  await listening.handle(PROTOCOL, async (stream) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of stream) pieces.push(piece.subarray());
    sizes[0].push(...pieces.map(({ length }) => length));
    // Back goes what has come, so that a lost or doubled byte shows at the other end.
    stream.send(Buffer.concat(pieces));
    await stream.close();
  });
  const connection = await dialling.dial(listening.getMultiaddrs());
  const stream = await connection.newStream(PROTOCOL);
  stream.send(body);
  const echoed = (async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of stream) pieces.push(piece.subarray());
    sizes[1].push(...pieces.map(({ length }) => length));
    return Buffer.concat(pieces);
  })();
  await stream.close();
  expect(Buffer.compare(await echoed, body)).toBe(0);
  return sizes;
}

test("a stream is read by more than 4 KiB at a time in both directions, and every byte comes once", async () => {
  for (const sizes of await piecesOf(withLargeReads(quic()))) {
    expect(sizes.reduce((sum, size) => sum + size)).toBe(BYTES);
    expect(Math.max(...sizes)).toBeGreaterThan(4096);
    expect(sizes.length).toBeLessThan(BYTES / 4096 / 2);
  }
});

test("the library alone reads 4 KiB at a time: when it does not any more, large reads have no reason", async () => {
  for (const sizes of await piecesOf(quic())) expect(Math.max(...sizes)).toBe(4096);
});
