/** A titled block of a page. */

import type { ComponentChildren } from "preact";

interface CardProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Shown beside the title. */
  readonly aside?: ComponentChildren;
  readonly wide?: boolean;
}

export function Card({ title, children, aside, wide = false }: CardProps) {
  return (
    <section class={wide ? "card wide" : "card"}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
