/** Order ids of orders that have a link but no id of Bybit's. */

/** The order id of the order under a link. */
export function linkId(link: string): string {
  return `link:${link}`;
}

/** Extracts the link from an order id; undefined for Bybit's own ids. */
export function linkIn(orderId: string): string | undefined {
  return /^link:([\w-]{1,36})$/u.exec(orderId)?.[1];
}
