/** Lists of names and values, in groups beside each other. */

import type { ComponentChildren } from "preact";

export type Group = readonly [
  name: string,
  rows: readonly (readonly [label: string, value: ComponentChildren])[],
];

export function Groups({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <div class="groups">
      {groups.map(([name, rows]) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl class="lines">
            {rows.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
