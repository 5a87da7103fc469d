/** Webhooks as the pages of all services show them, each of which spells them in its own way. */

/** A webhook. */
export interface WebhookView {
  readonly id: string;
  readonly url: string;
  /** Types of its events; `*` stands for all. */
  readonly events: readonly string[];
  readonly enabled: boolean;
  /** ISO 8601, or Unix seconds. */
  readonly createdAt: string | number;
}

/** A delivery of one event to a webhook. */
export interface DeliveryView {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: "waiting" | "delivered" | "failed";
  readonly attempts: number;
  /** Sentence about the last failure. */
  readonly error: string | null;
  /** ISO 8601, or Unix seconds. */
  readonly occurredAt: string | number;
  /** Likewise; null once the delivery has ended. */
  readonly nextAttemptAt: string | number | null;
}

/** Address and events of a webhook, as they are written down. */
export interface WebhookInput {
  readonly url: string;
  readonly events: readonly string[];
}

/** Calls of the service; each rejects with a sentence, and with the `field` that it is about. */
export interface WebhookCalls {
  /** All webhooks of the reader. */
  readonly list: () => Promise<readonly WebhookView[]>;
  /** Resolves to the webhook and its secret, which no other call tells. */
  readonly create: (
    input: WebhookInput,
  ) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly change: (
    id: string,
    change: Partial<WebhookInput> & { readonly enabled?: boolean },
  ) => Promise<unknown>;
  /** Resolves to the new secret. */
  readonly rotate: (id: string, graceSeconds: number) => Promise<string>;
  readonly remove: (id: string) => Promise<unknown>;
  /** The newest deliveries, as many as `count`. */
  readonly deliveries: (id: string, count: number) => Promise<readonly DeliveryView[]>;
  readonly replay: (id: string, deliveryId: string) => Promise<unknown>;
}

/** What the pages of a service's webhooks are made of. */
export interface WebhookPages {
  readonly calls: WebhookCalls;
  /** Sentences on the types of events, by type. */
  readonly events: Readonly<Record<string, string>>;
  /** Sentence on what is told, for a reader without a webhook. */
  readonly about: string;
  /** Another value when everything has to be fetched anew, such as after another login. Default: always the same. */
  readonly since?: number | string | undefined;
}
