/** The filters of a list, which the server applies; the address holds them. */

import type { ComponentChildren } from "preact";

/** A form around filters: each works as it is filled in, and nothing is sent by it. */
export function Filters({ children }: { readonly children: ComponentChildren }) {
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {children}
    </form>
  );
}

/** Changes setters of filters so that `done` is called after each: other words find other rows. */
export function andThen(
  done: () => void,
): (set: (value: string) => void) => (value: string) => void {
  return (set) => (value) => {
    set(value);
    done();
  };
}
