/** Figures of a page: one that is shown rounded is dotted below, and has all of its digits on pointing. */

import { bytes, elapsed } from "../model/format.ts";
import {
  everyDigit,
  isShortened,
  numeral,
  percent,
  price,
  signedPercent,
} from "../model/numeral.ts";

interface RoundedProps {
  readonly text: string;
  /** Text with all of its digits. */
  readonly whole: string;
}

/** A text with the sign and the title of a rounded one, where it leaves something out. */
export function Rounded({ text, whole }: RoundedProps) {
  if (!isShortened(text, whole)) return <>{text}</>;
  return (
    <span class="rounded" title={whole}>
      {text}
    </span>
  );
}

interface FigureProps {
  /** Null or undefined for a figure that is not known. */
  readonly of: number | null | undefined;
  /** Digits behind the point. Default 2; of a price, as many as make ten figures. */
  readonly digits?: number | undefined;
}

export function Numeral({ of, digits }: FigureProps) {
  return <Rounded text={numeral(of, digits)} whole={everyDigit(of)} />;
}

export function Price({ of, digits }: FigureProps) {
  return <Rounded text={price(of, digits)} whole={everyDigit(of)} />;
}

interface PercentProps extends FigureProps {
  /** True for a gain or loss. Default: only a negative one has a sign. */
  readonly isSigned?: boolean;
}

/** A fraction as per cent. */
export function Percent({ of, digits, isSigned = false }: PercentProps) {
  const text = (isSigned ? signedPercent : percent)(of, digits);
  return <Rounded text={text} whole={`${everyDigit(of, 2)} %`} />;
}

export function Bytes({ of }: { readonly of: number }) {
  return <Rounded text={bytes(of)} whole={`${everyDigit(of)} bytes`} />;
}

/** Milliseconds that something took. */
export function Elapsed({ of }: { readonly of: number }) {
  const whole = of < 1000 ? `${everyDigit(of)} ms` : `${everyDigit(of, -3)} s`;
  return <Rounded text={elapsed(of)} whole={whole} />;
}
