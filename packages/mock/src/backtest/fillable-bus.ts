/** A bus whose queues can be full. */

import { KernelError, type Bus } from "@bourse/kernel";

export interface FillableBus {
  readonly bus: Bus;
  /** Makes all queues refuse messages from now on. */
  readonly fill: () => void;
}

export function createFillableBus(inner: Bus): FillableBus {
  let isFull = false;
  const bus: Bus = {
    enqueue: (...given) =>
      isFull
        ? Promise.reject(
            new KernelError("BUS_QUEUE_FULL", "The queue is full, as the scenario wants it."),
          )
        : inner.enqueue(...given),
    consume: (...given) => inner.consume(...given),
    publish: (...given) => inner.publish(...given),
    subscribe: (...given) => inner.subscribe(...given),
    deadLetters: (...given) => inner.deadLetters(...given),
    countDeadLetters: (...given) => inner.countDeadLetters(...given),
    removeDeadLetters: (...given) => inner.removeDeadLetters(...given),
    request: (...given) => inner.request(...given),
    serve: (...given) => inner.serve(...given),
    probe: () => inner.probe(),
    close: () => inner.close(),
  };
  return {
    bus,
    fill: () => {
      isFull = true;
    },
  };
}
