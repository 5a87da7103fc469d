/** Tells the heading of the page which thing is shown. */

import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Puts the value into the heading's signal for as long as the part is shown. */
export function useShown<Value>(
  heading: Signal<Value | undefined>,
  value: Value | undefined,
): void {
  useEffect(() => {
    heading.value = value;
    return () => {
      heading.value = undefined;
    };
  }, [value]);
}
