/**
 * What an endpoint's answer to `eth_sendRawTransaction` means. Clients differ in their words, not in their meanings.
 */

/**
 * accepted: it is in the pool, or was; used: the nonce is taken, by us or by another; underpriced: only with higher
 * fees; unpayable: not before the wallet has more; invalid: never, in this form; later: no answer to go by.
 */
export type SendOutcome = "accepted" | "used" | "underpriced" | "unpayable" | "invalid" | "later";

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
    /underpriced|replacement.*(low|not allowed)|replacementnotallowed|fee ?too ?low|gas price (is )?too low|less than block base fee|feecap|below (the )?minimum|too low to (replace|compete)/i,
    "underpriced",
  ],
  [/insufficient (funds|balance)|upfront cost|exceeds (account )?balance|overshot/i, "unpayable"],
  [
    /intrinsic gas|exceeds? (the )?block gas limit|gas ?limit (is )?(too high|exceeded|exceeds)|oversized|init ?code|invalid (signature|sender|chain)|rlp|transaction type not supported|tip .*higher than/i,
    "invalid",
  ],
];

export function sendOutcome(message: string): SendOutcome {
  return MEANINGS.find(([words]) => words.test(message))?.[1] ?? "later";
}
