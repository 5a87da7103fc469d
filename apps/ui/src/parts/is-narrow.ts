/** The width of the page, as far as tables care: below 40 rem a row is a stack of lines. */

import { useEffect, useState } from "preact/hooks";

const NARROW = "(max-width: 40rem)";

/** True while the page is too narrow for columns; parts.css has the same bound. */
export function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const hear = (): void => setNarrow(query.matches);
    query.addEventListener("change", hear);
    return () => query.removeEventListener("change", hear);
  }, []);
  return isNarrow;
}
