/** The chart over the whole screen. */

import { useEffect, useState } from "preact/hooks";

/** Fills the screen with an element, or leaves the full screen. */
export function toggleFullScreen(element: HTMLElement | null): void {
  const asked =
    document.fullscreenElement === null ? element?.requestFullscreen() : document.exitFullscreen();
  // A browser that has no full screen, or a frame that may not have it, shows the chart where it is.
  asked?.catch(() => {});
}

/** True while an element fills the screen. */
export function useFullScreen(
  element: { readonly current: HTMLElement | null },
  onChange: () => void,
): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = (): void => {
      setFull(
        document.fullscreenElement !== null && document.fullscreenElement === element.current,
      );
      // After the page has its new layout.
      requestAnimationFrame(onChange);
    };
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  return isFull;
}
