/** Numbers as people read them: one form for pages, reports and terminals, the same on every machine. */

export {
  count,
  everyDigit,
  fixed,
  grouped,
  isShortened,
  numeral,
  percent,
  price,
  signed,
  signedPercent,
  type Figure,
} from "./figures.ts";
