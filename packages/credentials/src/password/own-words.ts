/** Passwords that are a word of their own account: its name, its username, its e-mail address. */

/** Shorter words, such as the "de" of a name, are no words that a password could be made of. */
const MIN_WORD = 3;
/** Digits before and behind a word: a year, a date, a house number. */
const OUTER_DIGITS = /^\p{N}{0,8}|\p{N}{0,8}$/gu;

/**
 * True when the password is one of the texts that belong to the account, a word of one, or the part of an e-mail
 * address before or after its `@`: in any case, forwards or backwards, with up to 8 digits before or behind it,
 * whatever stands between its letters.
 */
export function isOwnWord(password: string, own: readonly string[]): boolean {
  const words = new Set(own.flatMap(wordsOf));
  return spellingsOf(password).some(
    (text) => words.has(text) || words.has(Array.from(text).toReversed().join("")),
  );
}

function wordsOf(text: string): readonly string[] {
  const parts = [text, ...text.split("@"), ...text.split(/[^\p{L}\p{M}\p{N}]+/u)];
  return parts.flatMap(spellingsOf).filter((word) => Array.from(word).length >= MIN_WORD);
}

/** Letters and digits of a text in lower case, with and without its outer digits. */
function spellingsOf(text: string): readonly string[] {
  const bare = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
  return [bare, bare.replace(OUTER_DIGITS, "")];
}
