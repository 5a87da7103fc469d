/** In place of a page at an address that none has: mistyped, cut off, or of another release. */

import { formatPlace } from "../model/place-text.ts";
import { Empty } from "../parts/empty.tsx";

export function NoPage() {
  return (
    <section class="card wide">
      <Empty
        title="There is no page at this address."
        action={
          <a class="button" href={formatPlace([])}>
            Go to the first page
          </a>
        }
      >
        It may be mistyped or cut off, or come from another release.
      </Empty>
    </section>
  );
}
