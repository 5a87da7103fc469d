/** The reader's colour scheme, for what is painted by a script instead of by the style sheet. */

import { useEffect, useState } from "preact/hooks";

/** True while the reader prefers dark colours; whoever uses it is rendered anew when that changes. */
export function useDarkScheme(): boolean {
  const [isDark, setDark] = useState(() => matchMedia(QUERY).matches);
  useEffect(() => {
    const query = matchMedia(QUERY);
    const follow = (): void => setDark(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return isDark;
}

const QUERY = "(prefers-color-scheme: dark)";
