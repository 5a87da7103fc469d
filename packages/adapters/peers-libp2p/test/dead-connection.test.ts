/** A connection whose other end has gone without a word stands beside the fresh one until it is silent for too long. */

import { createMemoryStore } from "@bourse/kernel";
import { peerCollections } from "@bourse/node-core";
import { resolvePeerOptions, SHARE_PROTOCOL } from "@bourse/node-core/transport";
import { expect, onTestFinished, test, vi } from "vitest";

import { PeerBook } from "../../../node-core/src/peers/books/peer-book.ts";
import { PeerRequestClient } from "../../../node-core/src/peers/exchange/peer-request-client.ts";
import { startRawTransport, type RawTransport } from "./support/raw-transport.ts";
import { startUdpRelay, type UdpRelay } from "./support/udp-relay.ts";

const PATIENCE = { timeout: 20_000 };
const FRAME = new Uint8Array(500).fill(7);
const echo = (request: Uint8Array): Uint8Array => request;

/**
 * Alice has dialled Bob over a link that is now cut; his end of the connection stands for `idleTimeoutMilliseconds`.
 */
async function bobAndAlice(idleTimeoutMilliseconds: number): Promise<{
  readonly bob: RawTransport;
  readonly alice: RawTransport;
  /** Bob's, to Alice. */
  readonly client: PeerRequestClient;
  /** Alice gives up her end, unheard, and dials over another link: two connections stand at Bob's. */
  readonly dialAgain: () => Promise<void>;
}> {
  const bob = await startRawTransport(echo, { idleTimeoutMilliseconds });
  const alice = await startRawTransport(echo, { idleTimeoutMilliseconds });
  const standing = (): number => bob.transport.connections(alice.identity.nodeId).length;
  const dial = async (link: UdpRelay): Promise<void> => {
    const { nodeId } = bob.identity;
    const multiaddrs = [`/ip4/127.0.0.1/udp/${link.port}/quic-v1/p2p/${nodeId}`];
    await alice.transport.dial({ nodeId, multiaddrs }, AbortSignal.timeout(20_000));
  };
  const first = await linkTo(bob);
  await dial(first);
  await vi.waitUntil(() => standing() === 1, PATIENCE);
  first.cut();
  const dialAgain = async (): Promise<void> => {
    await alice.transport.disconnect(bob.identity.nodeId);
    await dial(await linkTo(bob));
    await vi.waitUntil(() => standing() === 2, PATIENCE);
  };
  const settings = resolvePeerOptions("a test", {
    identity: bob.identity,
    store: createMemoryStore({ collections: peerCollections }),
    dialTimeoutMilliseconds: 3000,
  });
  const client = new PeerRequestClient(
    settings,
    bob.transport,
    new PeerBook(settings, () => undefined),
  );
  return { bob, alice, client, dialAgain };
}

async function linkTo({ transport }: RawTransport): Promise<UdpRelay> {
  const port = Number(/\/udp\/(\d+)\//.exec(transport.multiaddrs()[0] ?? "")?.[1]);
  const relay = await startUdpRelay(() => port);
  onTestFinished(() => relay.close());
  return relay;
}

function deliver(
  client: PeerRequestClient,
  { identity }: RawTransport,
  timeoutMilliseconds: number,
) {
  const limits = { maxAnswerBytes: 1000, timeoutMilliseconds };
  return client.deliver(identity.nodeId, SHARE_PROTOCOL, FRAME, echo, limits);
}

test("a share goes over the newest connection, not over a dead one that still stands", async () => {
  const { alice, client, dialAgain } = await bobAndAlice(60_000);
  await dialAgain();
  expect(await deliver(client, alice, 10_000)).toEqual(FRAME);
});

test("a probe that fails closes the connection that it began with, and none that came after", async () => {
  const { bob, alice, client, dialAgain } = await bobAndAlice(60_000);
  const probing = client.probe(alice.identity.nodeId).catch((error: unknown) => error);
  await dialAgain();
  const [, fresh] = bob.transport.connections(alice.identity.nodeId);
  expect(await probing).toMatchObject({ code: "PEER_UNREACHABLE" });
  expect(bob.transport.connections(alice.identity.nodeId)).toEqual([fresh]);
  expect(await deliver(client, alice, 10_000)).toEqual(FRAME);
});

test("the second try of a share goes over a connection that came during the first", async () => {
  const { bob, alice, client, dialAgain } = await bobAndAlice(4000);
  const delivering = deliver(client, alice, 60_000);
  await dialAgain();
  const [, fresh] = bob.transport.connections(alice.identity.nodeId);
  expect(await delivering).toEqual(FRAME);
  expect(bob.transport.connections(alice.identity.nodeId)).toEqual([fresh]);
});
