import {
  createIdentity,
  signAnnouncement,
  type Announcement,
  type NodeIdentity,
} from "@bourse/node-core";
import { decodeAnnouncement, encodeAnnouncement } from "@bourse/node-core/transport";
import { expect, test } from "vitest";

import { startRawTransport, type RawTransport } from "./support/raw-transport.ts";

const now = Math.floor(Date.now() / 1000);
const patience = (): AbortSignal => AbortSignal.timeout(10_000);

async function startTable(): Promise<readonly [RawTransport, RawTransport, RawTransport]> {
  const middle = await startRawTransport();
  const multiaddrs = middle.transport.multiaddrs();
  const left = await startRawTransport();
  const right = await startRawTransport();
  for (const { transport } of [left, right]) {
    await transport.dial({ nodeId: middle.identity.nodeId, multiaddrs }, patience());
  }
  return [left, middle, right];
}

const signed = (owner: NodeIdentity, sequence: number): Promise<Announcement> =>
  signAnnouncement(owner, { sequence, notAfter: (now + 600) * 1000 });

async function found(
  { transport }: RawTransport,
  owner: NodeIdentity,
): Promise<number | undefined> {
  const record = await transport.directory.get(owner.address, patience());
  return record === undefined ? undefined : decodeAnnouncement(record).sequence;
}

test("what one node puts another one gets, and of two the newer", async () => {
  const [left, , right] = await startTable();
  const owner = createIdentity();
  for (const sequence of [5, 7]) {
    const record = encodeAnnouncement(await signed(owner, sequence));
    await left.transport.directory.put(owner.address, record, patience());
  }
  expect(await found(right, owner)).toBe(7);
}, 60_000);

test("records that are forged, or of another address, are given to nobody", async () => {
  const [left, , right] = await startTable();
  const owner = createIdentity();
  const thief = createIdentity();
  const forged = { ...(await signed(thief, 9)), address: owner.address };
  const misplaced = await signed(thief, 9);
  for (const announcement of [forged, misplaced]) {
    const record = encodeAnnouncement(announcement);
    await left.transport.directory.put(owner.address, record, patience());
  }
  expect(await found(right, owner)).toBeUndefined();
}, 60_000);

test("an address that nobody has put is not found, within the given time", async () => {
  const [left] = await startTable();
  expect(await found(left, createIdentity())).toBeUndefined();
}, 60_000);
