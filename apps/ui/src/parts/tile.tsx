/** A figure under its name, in a list of class `tiles`: it shrinks and takes several lines, and is never cut. */

import type { ComponentChildren } from "preact";

import { Rounded } from "./figures.tsx";

interface TileProps {
  readonly name: ComponentChildren;
  readonly value: string;
  /** All of a value that is shown rounded. Default: it is all there. */
  readonly whole?: string | undefined;
  /** Its colour; a sign says the same. Default: the text's. */
  readonly tone?: "gain" | "loss" | undefined;
}

export function Tile({ name, value, whole = value, tone }: TileProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={tone} style={{ "--letters": value.length }}>
        <Rounded text={value} whole={whole} />
      </dd>
    </div>
  );
}
