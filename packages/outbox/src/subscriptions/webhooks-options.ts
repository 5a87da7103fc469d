/** Options of the webhooks of a core. */

import {
  type Clock,
  type ErrorOptions,
  type Ids,
  type Instruments,
  type Json,
  type OptionRule,
  type Store,
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
} from "@bourse/kernel";

import type { OutboxFailure } from "../options.ts";
import type { Watermark } from "../watermark.ts";
import type { WebhookSender } from "../webhook-sender.ts";

/** Webhooks of a service: where they go out, how many an owner has, and how long deliveries are kept. */
export interface WebhookOptions {
  /** Sends the requests: `createWebhookSender` of `@bourse/outbox/webhooks`, or another. */
  readonly sender: WebhookSender;
  /** Maximum number of webhooks of one owner. 1–100. Default 10. */
  readonly webhooksPerOwner?: number;
  /** Hours for which deliveries are kept after their end, to be listed and replayed. 1–8760. Default 72. */
  readonly keepHours?: number;
  /**
   * Deliveries that may be under way at the same time in this process; to one receiver 8, and at most a quarter.
   * 1–1000. Default 250.
   */
  readonly concurrency?: number;
  /** Number beside the store, by which a restored backup is recognised: see `OutboxOptions`. Default: none. */
  readonly watermark?: Watermark;
  /** Called when a delivery has failed; it is tried again unless it is dead. Default: nothing. */
  readonly onFailure?: (failure: OutboxFailure) => void;
  /** Registry of metrics of the outbox, under the label `box` = `webhooks`. Default: none. */
  readonly metrics?: Instruments;
}

/** Errors that calls of webhooks end in, made by the core that has them. */
export type RefuseWebhook = (
  code: "NOT_FOUND" | "VALIDATION_ERROR" | "QUOTA_EXCEEDED" | "CONFLICT" | "WEBHOOKS_UNAVAILABLE",
  message: string,
  options?: ErrorOptions,
) => Error;

/** Parts that the webhooks of a core are built from. */
export interface WebhooksParts {
  /** Store that was opened with `webhookCollections`. */
  readonly store: Store;
  /** 32 bytes that encrypt addresses and secrets in the store. */
  readonly key: Uint8Array;
  /** Source of the time. */
  readonly clock: Clock;
  /** Clock of this process, for time limits, pauses and polls. Default: the system clock. */
  readonly processClock?: Clock;
  /** Source of ids. */
  readonly ids: Ids;
  /** Types of the events that can be subscribed to. */
  readonly events: readonly string[];
  /** Spelling of the data of an event in the body. Default: as the core has it. */
  readonly spell?: (data: Json) => Json;
  /** Options; undefined when no webhooks are set up. */
  readonly webhooks: WebhookOptions | undefined;
  /** Makes the core's own errors. */
  readonly refuse: RefuseWebhook;
}

/** The options in force. */
export type ResolvedWebhookOptions = Required<
  Omit<WebhookOptions, "onFailure" | "metrics" | "watermark">
> &
  Pick<WebhookOptions, "onFailure" | "metrics" | "watermark">;

/** The parts that the acts on webhooks share. */
export type WebhookActParts = Omit<WebhooksParts, "webhooks"> & {
  readonly options: ResolvedWebhookOptions;
};

/** Rule of the option `webhooks` of a core. */
export const webhooksOption: OptionRule<WebhookOptions | undefined> = optional({
  expected: "an object with sender",
  accepts: (value) => typeof value === "object" && value !== null && "sender" in value,
  absent: null,
});

/** The options in force. @throws KernelError OPTION_INVALID */
export function resolveWebhookOptions(given: WebhookOptions): ResolvedWebhookOptions {
  return resolveOptions<ResolvedWebhookOptions>("webhooks", given, {
    sender: portOption<WebhookSender>(["refusal", "send"]),
    webhooksPerOwner: integerOption({ min: 1, max: 100, default: 10 }),
    keepHours: integerOption({ min: 1, max: 8760, default: 72 }),
    concurrency: integerOption({ min: 1, max: 1000, default: 250 }),
    watermark: optional(portOption<Watermark>(["read", "write"])),
    onFailure: optional(functionOption<NonNullable<WebhookOptions["onFailure"]>>()),
    metrics: optional(portOption<Instruments>(["counter", "gauge"])),
  });
}
