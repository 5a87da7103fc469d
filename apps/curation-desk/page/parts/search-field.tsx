/** The field of a list's search: it searches a moment after the last key, and shows the words of the address. */

import { setQuery } from "@bourse/ui";
import { useEffect, useRef, useState } from "preact/hooks";

/** The wait in milliseconds after a key before the search is made. */
const TYPING_MILLISECONDS = 250;

interface SearchFieldProps {
  /** The words in the address. */
  readonly words: string;
  readonly maxLength: number;
  readonly placeholder: string;
  readonly disabled?: boolean;
}

export function SearchField({ words, ...input }: SearchFieldProps) {
  const [typed, setTyped] = useState(words);
  /** The words of the address as this field knows them. */
  const known = useRef(words);
  useEffect(() => {
    // Its own search: what was typed since then stays.
    if (words === known.current) return;
    // So do words that are not searched yet: they are newer than an address that was still on its way.
    const isSearched = typed.trim() === known.current;
    known.current = words;
    if (isSearched) setTyped(words);
  }, [words]);
  useEffect(() => {
    if (typed.trim() === words) return undefined;
    const timer = setTimeout(() => {
      known.current = typed.trim();
      setQuery({ search: known.current, cursor: undefined });
    }, TYPING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label class="grow">
      Search
      <input
        type="search"
        {...input}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
    </label>
  );
}
