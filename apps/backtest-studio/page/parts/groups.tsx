/** Lists of names and values, in groups beside each other. */

export type Group = readonly [
  name: string,
  rows: readonly (readonly [label: string, text: string])[],
];

export function Groups({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <div class="groups">
      {groups.map(([name, rows]) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl class="lines">
            {rows.map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
