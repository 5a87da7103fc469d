/**
 * What an endpoint's answer to `eth_sendRawTransaction` means. Clients differ in their words, not in their meanings.
 */

/**
 * accepted: it is in the pool, or was; used: the nonce is taken, by us or by another; outbid: another with its nonce is
 * in the pool, and it must pay more than that one; underpriced: it pays less than the endpoint takes at all; unpayable:
 * not before the wallet has more; invalid: never, in this form; later: no answer to go by.
 */
export type SendOutcome =
  | "accepted"
  | "used"
  | "outbid"
  | "underpriced"
  | "unpayable"
  | "invalid"
  | "later";

/**
 * Patterns in the order of precedence, because some messages match two. Clients: Geth, Nethermind, Besu, Erigon, Reth,
 * anvil.
 */
const MEANINGS: readonly (readonly [RegExp, SendOutcome])[] = [
  [
    /already known|known transaction|already imported|already in (the )?(mem)?pool|already exists/i,
    "accepted",
  ],
  [
    /nonce too low|nonce is too low|oldnonce|nonce has already been used|already processed/i,
    "used",
  ],
  [
    /replacement|replace (the )?(existing|pending|current)|another transaction with (the )?same nonce/i,
    "outbid",
  ],
  [/insufficient (funds|balance)|upfront cost|exceeds (account )?balance|overshot/i, "unpayable"],
  [
    /intrinsic gas|exceeds? (the )?block gas limit|gas ?limit (is )?(too (high|low)|exceeded|exceeds)|oversized|init ?code|invalid (signature|sender|chain)|rlp|transaction type not supported|(tip|priority fee).*(higher|greater|more) than/i,
    "invalid",
  ],
  [
    /underpriced|fee ?too ?low|(fees?|fee ?cap|tip|gas ?price|unit price|premium)\b.*\b(too (low|small)|below|under|less than|lower than|at least|minimum|not enough|insufficient|must be)|(minimum|min|required|at least|needed)\b.*\b(fees?|tip|gas ?price|premium)|feecap|too low to compete/i,
    "underpriced",
  ],
];

export function sendOutcome(message: string): SendOutcome {
  return MEANINGS.find(([words]) => words.test(message))?.[1] ?? "later";
}
