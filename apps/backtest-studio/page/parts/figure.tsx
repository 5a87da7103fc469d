/** A figure whose colour and sign say whether it is a gain. */

import { signedPercent, tone } from "../model/numbers.ts";

export function Gain({ value }: { readonly value: number | null | undefined }) {
  return <span class={tone(value)}>{signedPercent(value)}</span>;
}
