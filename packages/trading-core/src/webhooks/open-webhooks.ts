/** Webhooks of the service: the steps of jobs and the events of orders, for their owners. */

import { systemIds, type Clock, type Ids, type Store, type Transaction } from "@bourse/kernel";
import {
  openWebhooks,
  type CoreWebhooks,
  type WebhookOptions,
  type Webhooks,
} from "@bourse/outbox";

import {
  ORDER_EVENTS,
  type OrderEventType,
  type TellOrder,
  type ToldOrder,
} from "../execution/order-event.ts";
import type { JobStepEvent } from "../jobs/job.ts";
import { ownerIdOf } from "../owner-id.ts";
import { WebhookError } from "./webhook-error.ts";

/** Types of the events that webhooks get, each about a job or an order of their owner. */
export const WEBHOOK_EVENTS: readonly (JobStepEvent["type"] | OrderEventType)[] = [
  "job.created",
  "job.started",
  "job.completed",
  "job.failed",
  "job.cancelled",
  ...ORDER_EVENTS,
];

/** Webhooks of a service, with the key that encrypts their addresses and secrets. */
export interface ServiceWebhookOptions extends WebhookOptions {
  /** 32 bytes, the same in every process that shares the store. */
  readonly key: Uint8Array;
}

/** Owner of the jobs that no caller with a key has created, and of the webhooks for them. */
export const LOCAL_OWNER = "local";

/** Webhooks of a service, and what tells them of jobs. */
export interface ServiceWebhooks {
  /** Webhooks by the name of their owner. */
  readonly webhooks: Webhooks;
  /** Adds the event of a step for the webhooks of the job's owner, in the transaction of the step. */
  readonly tell: (tx: Transaction, event: JobStepEvent, ownerId: string | null) => Promise<void>;
  /** Adds an event about an order for the webhooks of its owner; undefined where none are sent. */
  readonly tellOrder: TellOrder | undefined;
  /** Stops delivering. */
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
  readonly options: ServiceWebhookOptions | undefined;
}

/** Opens the webhooks of a service; without options every call is refused. @throws KernelError OPTION_INVALID */
export function openServiceWebhooks({ store, clock, ids, options }: Parts): ServiceWebhooks {
  const { key = NO_KEY, ...webhooks } = options ?? {};
  const core = openWebhooks({
    store,
    key,
    clock,
    ids: { ...systemIds, uuid: () => ids.uuid() },
    events: WEBHOOK_EVENTS,
    webhooks: options === undefined ? undefined : (webhooks as WebhookOptions),
    refuse: (code, message, given) => new WebhookError(code, message, given),
  });
  return {
    webhooks: byOwnersName(core),
    tell: (tx, { type, job }, ownerId) =>
      core.emit(tx, ownerId ?? ownerIdOf(LOCAL_OWNER), {
        type,
        data: { job_id: job.uuid, job_type: job.jobType, status: job.status },
      }),
    tellOrder: core.isOn
      ? (tx, type, order, ownerId) =>
          core.emit(tx, ownerId ?? ownerIdOf(LOCAL_OWNER), { type, data: orderData(order) })
      : undefined,
    close: () => core.close(),
  };
}

function orderData(order: ToldOrder): { readonly [name: string]: string | null } {
  const { orderId, clientOrderId, symbol, side, orderType } = order;
  return {
    order_id: orderId,
    client_order_id: clientOrderId,
    symbol,
    side,
    order_type: orderType,
    quantity: order.quantity,
    status: order.status,
    filled_quantity: order.filledQuantity,
  };
}

const NO_KEY = new Uint8Array(32);

/** The webhooks of an owner of jobs, whom the store knows by a hash. */
function byOwnersName(core: CoreWebhooks): Webhooks {
  return {
    create: (owner, webhook) => core.create(ownerIdOf(owner), webhook),
    list: (owner) => core.list(ownerIdOf(owner)),
    get: (owner, id) => core.get(ownerIdOf(owner), id),
    change: (owner, id, change) => core.change(ownerIdOf(owner), id, change),
    rotate: (owner, id, graceSeconds) => core.rotate(ownerIdOf(owner), id, graceSeconds),
    remove: (owner, id) => core.remove(ownerIdOf(owner), id),
    deliveries: (owner, id, page) => core.deliveries(ownerIdOf(owner), id, page),
    replay: (owner, id, deliveryId) => core.replay(ownerIdOf(owner), id, deliveryId),
    start: () => core.start(),
    deliverDue: () => core.deliverDue(),
    measure: () => core.measure(),
  };
}
