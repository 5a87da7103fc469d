/** The place for a key where the node wants one and the page has neither key nor session. */

import { KeyEntry } from "@bourse/ui";

import { enter } from "../model/access.ts";
import { loadAll } from "../model/node-state.ts";

export function SignIn() {
  return (
    <KeyEntry
      title="This node wants a key"
      hint="The node's DASHBOARD_KEY or an API key. A key with the scope admin opens a session of twelve hours; another one is kept in this page's memory only. The link that the node prints at its start needs no key."
      enter={async (key) => {
        await enter(key);
        await loadAll();
      }}
    />
  );
}
