/** A titled block of a page. */

import type { ComponentChildren } from "preact";

interface CardProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Shown beside the title. */
  readonly aside?: ComponentChildren;
  readonly wide?: boolean;
  /** The one list of a page: on a wide screen its title stands in the line of the page's heading. */
  readonly list?: boolean;
}

export function Card({ title, children, aside, wide = false, list = false }: CardProps) {
  return (
    <section class={`card${wide || list ? " wide" : ""}${list ? " list" : ""}`}>
      <header>
        <h2 dir="auto">{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
