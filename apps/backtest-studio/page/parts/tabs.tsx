/** Tabs of a page whose address holds the choice: links, so that a tab can be kept and sent. */

import { formatPlace, place } from "@bourse/ui";

interface TabsProps {
  readonly label: string;
  /** Path of the page. */
  readonly path: readonly string[];
  readonly tabs: readonly { readonly name: string; readonly title: string }[];
  /** Name of the tab that is shown. */
  readonly shown: string | undefined;
}

export function Tabs({ label, path, tabs, shown }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul class="plain">
        {tabs.map(({ name, title }) => (
          <li key={name}>
            <a
              href={formatPlace(path, { ...place.value.query, tab: name })}
              aria-current={name === shown ? "page" : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
