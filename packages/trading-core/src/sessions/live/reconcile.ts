/** The comparison of a live session with its exchange: orders, fills, and the account's position. */

import { Decimal } from "@bourse/kernel";

import { readAmount } from "../../execution/paper/amount.ts";
import { prefixOf } from "../../session/live/live-orders.ts";
import { commitLive } from "./commit-live.ts";
import { answered, positionOf, type LiveSession } from "./live-session.ts";
import { noteOrder } from "./note-order.ts";
import { tendOrders } from "./tend-orders.ts";

/** Fault of a live session that halts it. */
export class NotReconciled extends Error {}

/** Newest orders of the symbol that are compared. */
const ORDERS = 500;
/** Looks that must find the position different: reads of an exchange lag behind its fills. */
const LOOKS = 5;

/**
 * Books what was filled while the session was away or its reads lagged, counts foreign orders, and compares the
 * position of the account with what it was at the start and the session's own fills.
 *
 * @throws NotReconciled where the difference has no explanation
 */
export async function reconcile(session: LiveSession): Promise<void> {
  const { kernel, parts } = session;
  const { id, request, live } = session.document.value;
  const query = { symbol: request.symbol, limit: ORDERS };
  const shown = await answered(session, () => session.broker.orders(query));
  const prefix = prefixOf(id);
  let foreignOrders = 0;
  for (const order of shown) {
    const { clientOrderId, status } = order;
    if (clientOrderId?.startsWith(prefix) !== true) {
      foreignOrders += Number(status === "open" || status === "pending");
      continue;
    }
    const own = kernel.orders.named(clientOrderId);
    if (own === undefined) {
      throw new NotReconciled(
        `The exchange has an order ${clientOrderId} of this session that its store does not know: was the store put back to an earlier state?`,
      );
    }
    if (own.live.stage !== "intent") await noteOrder(session, own.order.id, order);
  }
  const known = live?.basePosition ?? null;
  const basePosition = known ?? (await basePositionOf(session));
  // A session that has stopped trades no more, and what is held is its owner's to sort out.
  if (known !== null && kernel.state !== "stopped") await checkPosition(session, readAmount(known));
  const reconciledAt = parts.clock.now();
  if (live === undefined) return;
  await commitLive(session, {
    document: { live: { ...live, basePosition, foreignOrders, reconciledAt } },
  });
}

/** The account's position beside the session's own. */
async function basePositionOf(session: LiveSession): Promise<string> {
  const position = await positionOf(session);
  return position.minus(session.kernel.books.held).toString();
}

async function checkPosition(session: LiveSession, base: Decimal): Promise<void> {
  const { kernel, account, parts, instrument, document } = session;
  let position = base;
  for (let look = 1; ; look++) {
    const before = base.plus(kernel.books.held);
    position = await positionOf(session);
    await tendOrders(session, true);
    // An order whose outcome is unknown may have traded: it is asked for first.
    if (kernel.orders.waiting.some(({ live }) => live.stage === "sent")) return;
    const after = base.plus(kernel.books.held);
    const isExplained = [before, after].some((expected) => isEqual(position, expected));
    if (isExplained) return;
    if (look === LOOKS) break;
    await parts.clock.sleep(account.pollMilliseconds);
  }
  const { symbol } = document.value.request;
  const own = kernel.books.held;
  const difference = position.minus(base).minus(own);
  throw new NotReconciled(
    `The account's position in ${symbol} is ${position.toString()}, but it was ${base.toString()} beside this session, whose own fills make ${own.toString()}: ${difference.toString()} has no explanation. Resume to take the position as it is now for the start.`,
  );

  function isEqual(found: Decimal, expected: Decimal): boolean {
    const away = found.minus(expected).absolute();
    // The exchange rounds a fee that it takes in the base asset.
    return account.paysBuyFeesInBase
      ? away.compare(Decimal.parse(instrument.lot)) < 0
      : away.sign === 0;
  }
}
