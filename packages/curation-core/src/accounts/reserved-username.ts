/** Usernames that pass for something else: for an id, for a wallet address, or for whoever runs the service. */

const RESERVED: ReadonlySet<string> = new Set(
  [
    "admin",
    "administrator",
    "root",
    "system",
    "support",
    "bourse",
    "moderator",
    "mod",
    "curator",
    "operator",
    "official",
    "staff",
    "security",
    "helpdesk",
    "anonymous",
    "nobody",
    "everybody",
    "null",
    "undefined",
  ].map(folded),
);

/**
 * Form of the ids of accounts, drafts, markets and sessions, whatever stands for its hyphens, its letters in any case.
 */
const UUID = /^[0-9a-z]{8}([_.-]?[0-9a-z]{4}){3}[_.-]?[0-9a-z]{12}$/i;
/** Wallet addresses have no separators: 32 characters or more in base58, 40 in hexadecimal. */
const ONE_LONG_WORD = /^[0-9A-Za-z]{32,}$/;

/** Reason for which a username that has the right form is refused; null for one that passes for nothing else. */
export function lookAlikeOf(username: string): string | null {
  if (/^[_.-]+$/.test(username)) return "must have a letter or a digit";
  if (UUID.test(username) || ONE_LONG_WORD.test(username)) {
    return "must not look like an id or a wallet address; 32 letters and digits or more need a separator";
  }
  return RESERVED.has(folded(username)) ? "is reserved for those who run the service" : null;
}

/** A word without case and separators, and with one form for digits that look like letters. */
function folded(word: string): string {
  const bare = word.toLowerCase().replace(/[_.-]/g, "");
  return bare.replaceAll("0", "o").replace(/[1l]/g, "i").replaceAll("5", "s").replaceAll("3", "e");
}
