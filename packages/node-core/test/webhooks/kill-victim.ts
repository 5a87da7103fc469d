/** Pays without a pause, with a webhook for the ends of payments, until it is killed. */
import { openStore } from "@bourse/store";

import { NATIVE_TOKEN } from "../../src/address.ts";
import type { TransferRequest, TransferResult, Transfers } from "../../src/chain/port.ts";
import { storeCollections } from "../../src/collections.ts";
import { NodeError } from "../../src/errors.ts";
import { createEventBus } from "../../src/events/index.ts";
import { noteOpenPayment } from "../../src/transfers/open-payments.ts";
import { createPaymentWatch } from "../../src/transfers/payment-watch.ts";
import { NODE_OWNER, openNodeWebhooks } from "../../src/webhooks/index.ts";

const [, , url = ""] = process.argv;
const store = await openStore(url, { collections: storeCollections });
const events = createEventBus();
const webhooks = openNodeWebhooks({
  store,
  identity: { encryptionPrivateKey: new Uint8Array(32).fill(7) },
  events,
  // Nothing is taken, so that all that was added is found.
  options: { sender: { refusal: () => undefined, send: async () => 503 } },
  spell: ({ data }) => ({ ...data }) as never,
});
if ((await webhooks.list(NODE_OWNER)).length === 0) {
  await webhooks.create(NODE_OWNER, { url: "https://receiver.example/", events: ["*"] });
}
await webhooks.start();

/** A chain that is done at once: every second payment fails. */
const transfers: Transfers = {
  transfer: ({ id, amount }: TransferRequest): Promise<TransferResult> =>
    amount % 2n === 0n
      ? Promise.reject(new NodeError("TRANSACTION_REFUSED", "no", { details: { reason: "no" } }))
      : Promise.resolve({ id, status: "settled", txHash: "0x1", received: amount } as never),
  start: async () => undefined,
  stop: async () => undefined,
};
const watch = createPaymentWatch({
  transfers,
  store,
  events,
  acts: webhooks,
  isAway: () => false,
  isKnown: async () => true,
  reviewed: async () => undefined,
});
const address = `0x${"1".repeat(40)}` as const;
for (let first = BigInt(Date.now()) * 1000n; ; first += 10n) {
  const payments = Array.from({ length: 10 }, (_, place) => {
    const amount = first + BigInt(place);
    return { id: `${amount}`, from: address, to: address, amount, token: NATIVE_TOKEN };
  });
  for (const payment of payments) await noteOpenPayment(store, payment);
  // From now on each of them is noted, or has ended.
  process.stdout.write(payments.map(({ id }) => `${id}\n`).join(""));
  for (const payment of payments) await watch.pay(payment).catch(() => undefined);
}
