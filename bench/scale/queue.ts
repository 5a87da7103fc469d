/**
 * Draining a work queue of our bus against a bare pull consumer of JetStream, over streams of the same kind on one
 * server: the same messages, as many at a time, each acknowledged on its own. Ours adds the lease and its watch, the
 * id and the count of deliveries.
 */

import { openNatsBus } from "@bourse/bus-nats";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

import { startNatsServer } from "../../test/support/nats-server.ts";
import { ratio, type Line } from "./line.ts";

const ROUNDS = 5;
const MESSAGES = 5000;
const CONCURRENCY = 64;
const LEASE_MILLISECONDS = 30_000;

export async function measureQueue(): Promise<readonly Line[]> {
  const server = await startNatsServer();
  try {
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bare = await drainBare(server.url, `bare_${round}`);
      const ours = await drainOurs(server.url, `ours_${round}`);
      // The first round is for the code to become fast.
      if (round > 0) ratios.push(bare / ours);
    }
    return [ratio("messages a second, our bus against bare JetStream", ratios, { atLeast: 0.5 })];
  } finally {
    await server.close();
  }
}

const payload = (n: number): object => ({ job: `job-${n}`, note: "as long as a job's message" });

/** Milliseconds until every message is acknowledged. */
async function drainOurs(url: string, namespace: string): Promise<number> {
  const bus = await openNatsBus({ url, namespace, timeoutMilliseconds: 10_000 });
  await inTurns((n) => bus.enqueue("work", `job-${n}`, payload(n)));
  const all = Promise.withResolvers<void>();
  let done = 0;
  const began = performance.now();
  const consumer = bus.consume(
    "work",
    async () => {
      done += 1;
      if (done === MESSAGES) all.resolve();
    },
    { concurrency: CONCURRENCY, leaseMilliseconds: LEASE_MILLISECONDS },
  );
  await all.promise;
  const milliseconds = performance.now() - began;
  await consumer.stop();
  await bus.close();
  return milliseconds;
}

async function drainBare(url: string, name: string): Promise<number> {
  const connection = await connect({ servers: url });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({
    name,
    subjects: [`${name}.*`],
    retention: "workqueue",
    storage: "file",
  });
  await manager.consumers.add(name, {
    durable_name: "workers",
    ack_policy: "explicit",
    ack_wait: LEASE_MILLISECONDS * 1e6,
    max_ack_pending: -1,
  });
  const client = jetstream(connection);
  await inTurns((n) =>
    client.publish(`${name}.job-${n}`, JSON.stringify({ id: `job-${n}`, payload: payload(n) })),
  );
  const consumer = await client.consumers.get(name, "workers");
  const began = performance.now();
  const messages = await consumer.consume({ max_messages: CONCURRENCY });
  let done = 0;
  for await (const message of messages) {
    message.json();
    message.ack();
    done += 1;
    if (done === MESSAGES) break;
  }
  await connection.flush();
  const milliseconds = performance.now() - began;
  await connection.close();
  return milliseconds;
}

/** Sends the messages, some hundred at a time. */
async function inTurns(send: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < MESSAGES) await send(next++);
  };
  await Promise.all(Array.from({ length: 100 }, sender));
}
