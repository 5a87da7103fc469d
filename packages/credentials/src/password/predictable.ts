/** Passwords that follow a pattern: repeats, and walks along a keyboard, the alphabet or the digits. */

/** Rows that fingers and counters follow, on the keyboards of several countries; each is read in both directions. */
const ROWS = [
  "012345678901234567890",
  "abcdefghijklmnopqrstuvwxyzabc",
  "qwertyuiop[]",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "qwertzuiopü+",
  "asdfghjklöä#",
  "yxcvbnm,.-",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn,;:!",
  "1234567890-=",
  "!@#$%^&*()_+",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "789456123",
  "741852963",
  "147258369",
  "1357924680",
  "2468013579",
];

const WALKS: string = [...ROWS, ...ROWS.map(reversed)].join("\n");
/** Minimum length of a walk: two characters stand beside each other by chance. */
const MIN_WALK = 3;
/** A repeated piece of this length or more is judged like a password of its own. */
const LONG_PIECE = 8;
/** Addition to a pattern: one character, or up to four digits and punctuation marks, as in `aaaaaaaa1!`. */
const TAIL = /(?:.|\s*[\p{N}\p{P}\p{S}]{1,4})$/su;

/**
 * True when the password is made of runs of one character, walks and repeated pieces alone, with or without a tail of
 * one character or up to four digits and punctuation marks. `isWeak` judges a repeated piece of 8 characters or more.
 */
export function isPredictable(password: string, isWeak: (piece: string) => boolean): boolean {
  const lower = password.toLowerCase();
  return [lower, lower.replace(TAIL, "")].some(
    (text) => text !== "" && (isRepeat(text, isWeak) || isWalked(text) || isWalked(once(text))),
  );
}

/** True for a text that repeats a short or a weak piece, the last time perhaps not to its end. */
function isRepeat(text: string, isWeak: (piece: string) => boolean): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
    if (!text.startsWith(text.slice(length))) continue;
    return length < LONG_PIECE || isWeak(text.slice(0, length));
  }
  return false;
}

/** True for a text of walks and runs of one character alone, such as `abc123` or `aaaabbbb`. */
function isWalked(text: string): boolean {
  const ends = new Set([0]);
  for (const start of ends) {
    for (let end = start + MIN_WALK; end <= text.length; end++) {
      const piece = text.slice(start, end);
      if (!WALKS.includes(piece) && !/^(.)\1+$/su.test(piece)) break;
      ends.add(end);
    }
  }
  return ends.has(text.length) && text.length >= MIN_WALK;
}

/** The text with each character once where it stands several times in a row: `112233` becomes `123`. */
function once(text: string): string {
  return text.replace(/(.)\1+/gsu, "$1");
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join("");
}
