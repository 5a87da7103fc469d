/** Numbers of any size as text: those of reports and terminals, too. */

export {
  count,
  everyDigit,
  fixed,
  grouped,
  isShortened,
  numeral,
  percent,
  price,
  signedPercent,
} from "@bourse/kernel/figures";
