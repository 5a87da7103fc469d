/** Names that people give: as long as a field takes, from right to left, and of signs outside of the alphabet. */

/** One word, without a place to break at. */
export const longWord = (length: number): string => "Wörterbuch".repeat(length).slice(0, length);
/** A question from right to left, with a Latin word and a number inside. */
export const RIGHT_TO_LEFT = "سوق التنبؤ BTC 2027 (٪٥٠): هل يرتفع السعر؟";
/** Families and flags of several code points each, and a letter under many marks. */
export const EMOJI = "👩‍👩‍👧‍👦🏴‍☠️🇺🇳 Zalgo: a̴̡̢͕͚̫̫̺͋̓̈́̈́̕ 🦄";
