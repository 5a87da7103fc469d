/** The keys that work here, by group. */

import { commands } from "../model/commands.ts";
import { setSingleKeys, singleKeys } from "../model/single-keys.ts";
import { Dialog } from "../parts/dialog.tsx";

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const keyed = commands.value.filter(({ keys }) => keys !== undefined);
  const groups = [...new Set(keyed.map(groupOf))];
  return (
    <Dialog title="Keys" onClose={onClose}>
      {groups.map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl class="keys">
            {keyed
              .filter((command) => groupOf(command) === group)
              .map(({ label, keys = "" }) => (
                <div key={`${keys}${label}`}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <label class="check">
        <input
          type="checkbox"
          checked={singleKeys.value}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
        Keys without Ctrl work on this browser
      </label>
    </Dialog>
  );
}

/** Keys as caps: `g r` as two, `mod+k` as Ctrl and K or ⌘ and K. */
export function Keys({ keys }: { readonly keys: string }) {
  const isApple = /Mac|iPhone|iPad/u.test(navigator.userAgent);
  const names = keys.split(/[ +]/u).map((key) => (key === "mod" ? (isApple ? "⌘" : "Ctrl") : key));
  return (
    <span class="caps">
      {names.map((name, at) => (
        <kbd key={at}>{name}</kbd>
      ))}
    </span>
  );
}

function groupOf({ group = "This page" }: { readonly group?: string }): string {
  return group;
}
