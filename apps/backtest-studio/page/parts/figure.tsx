/** A figure in one of the studio's forms; a gain's colour and sign say whether it is one. */

import { Rounded } from "@bourse/ui";

import { FORMS, tone } from "../model/numbers.ts";

interface FigureProps {
  readonly of: number | null | undefined;
  readonly form: keyof typeof FORMS;
  readonly digits?: number;
}

export function Figure({ of, form, digits }: FigureProps) {
  const { text, whole } = FORMS[form];
  return <Rounded text={text(of, digits)} whole={whole(of)} />;
}

interface GainProps {
  readonly value: number | null | undefined;
  readonly digits?: number;
  /** True for a gain that perhaps nobody can earn: it has no colour. */
  readonly isDoubtful?: boolean;
}

export function Gain({ value, digits = 2, isDoubtful = false }: GainProps) {
  return (
    <span class={isDoubtful ? "soft" : tone(value)}>
      <Figure of={value} form="gain" digits={digits} />
    </span>
  );
}
