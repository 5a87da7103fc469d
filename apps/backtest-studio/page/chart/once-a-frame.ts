/** Work that is asked for at every change and done once for all changes of a frame. */

/** Asks for the work at the next frame. */
export function onceAFrame(work: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      work();
    });
  };
}
