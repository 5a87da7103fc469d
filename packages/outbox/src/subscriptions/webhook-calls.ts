/** Types of the arguments of the calls of webhooks, checked by the cores that have them. */

import {
  absentOr,
  anyNumber,
  anyText,
  listOf,
  objectOf,
  trueOrFalse,
  wholeNumber,
  type CallSignatures,
} from "@bourse/kernel";

import type { Webhooks } from "./webhooks.ts";

const text = anyText;

/** Arguments of {@link Webhooks}. */
export const webhookCalls: CallSignatures<Webhooks> = {
  create: { owner: text, webhook: objectOf({ url: text, events: listOf(text) }) },
  list: { owner: text },
  get: { owner: text, id: text },
  change: {
    owner: text,
    id: text,
    change: objectOf({
      url: absentOr(text),
      events: absentOr(listOf(text)),
      enabled: absentOr(trueOrFalse),
    }),
  },
  rotate: { owner: text, id: text, graceSeconds: absentOr(anyNumber) },
  remove: { owner: text, id: text },
  deliveries: {
    owner: text,
    id: text,
    page: absentOr(
      objectOf({ limit: absentOr(wholeNumber({ min: 1, max: 1000 })), cursor: absentOr(text) }),
    ),
  },
  replay: { owner: text, id: text, deliveryId: text },
  start: {},
  deliverDue: {},
  measure: {},
};
