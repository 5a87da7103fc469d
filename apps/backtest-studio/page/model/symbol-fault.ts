/** Symbols as a person types them. */

/** The sentence for a text that is no symbol, as the server would refuse it; undefined for a symbol. */
export function symbolFault(text: string): string | undefined {
  return /^[\p{L}\p{M}\p{N}._/:^=&-]{1,64}$/u.test(text)
    ? undefined
    : "Enter 1 to 64 letters, digits and . _ / - : ^ = &, such as BTCUSDT.";
}
