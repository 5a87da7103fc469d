/** The accounts and their roles; a change holds from the account's next request on. */

import type { User } from "@bourse/contract/curation";
import {
  Card,
  Code,
  Confirm,
  Empty,
  formatPlace,
  ONCE,
  orAsking,
  place,
  setQuery,
  toast,
  useQuery,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { explain } from "../model/explain.ts";
import { useLoaded } from "../model/loaded.ts";
import { admin, pageOf } from "../model/service.ts";
import { user } from "../model/session.ts";
import { timeText } from "../model/time.ts";
import { Listed } from "../parts/listed.tsx";
import { Pages } from "../parts/pages.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { SuspensionOf } from "../parts/suspension.tsx";

const ROLES = ["curator", "admin"] as const;
type Role = (typeof ROLES)[number];

export function Accounts() {
  const { search, cursor } = place.value.query;
  const [only, choose] = useQuery("only");
  const users = useLoaded(JSON.stringify([search, cursor, only]), async (signal) => {
    const query = { limit: 25, ...(cursor !== undefined && { cursor }) };
    if (only === "admins")
      return pageOf(await admin.listAdmins.withResponse({ query }, { signal }));
    const found = { ...query, ...(search !== undefined && { search }) };
    return pageOf(await admin.listUsers.withResponse({ query: found }, { signal }));
  });
  const change = async (of: User, role: Role, has: boolean): Promise<void> => {
    const others = of.roles.filter((one) => one !== role);
    const roles = (has ? [...others, role] : others) as Role[];
    try {
      await orAsking(() => admin.setRoles({ params: { id: of.id }, body: { roles } }, ONCE));
      toast(`${of.username} is ${roles.length === 0 ? "an author" : roles.join(" and ")} now.`);
    } catch (error) {
      toast(explain(error), { kind: "poor" });
    }
    users.reload();
  };
  return (
    <Card title="Accounts" wide>
      <div class="filters" role="search">
        <SearchField
          words={search ?? ""}
          maxLength={254}
          placeholder="Start of a name, or a whole e-mail or wallet address"
          disabled={only === "admins"}
        />
        <label>
          Shown
          <select
            value={only}
            onChange={(event) => {
              choose(event.currentTarget.value);
              setQuery({ cursor: undefined });
            }}
          >
            <option value="">all accounts</option>
            <option value="admins">admins</option>
          </select>
        </label>
      </div>
      <Listed
        list={users}
        none={
          <Empty title="No account fits">
            A search finds the start of a name, or a whole e-mail or wallet address.
          </Empty>
        }
        row={(row) => (
          <Row
            key={row.id}
            row={row}
            onChange={(role, has) => void change(row, role, has)}
            onSuspend={users.reload}
          />
        )}
      />
      <Pages next={users.value?.next} total={users.value?.total} />
    </Card>
  );
}

interface RowProps {
  readonly row: User;
  readonly onChange: (role: Role, has: boolean) => void;
  readonly onSuspend: () => void;
}

/** An account with its roles and its suspension. */
function Row({ row, onChange, onSuspend }: RowProps) {
  return (
    <li class="user">
      <span>
        <a class="strong" href={formatPlace(["audit"], { account: row.id })} title="Acts of it">
          <bdi>{row.username}</bdi>
        </a>
        <span class="facts">
          {row.email !== null && <span>{row.email}</span>}
          {row.wallet_address !== null && (
            <span>
              <Code text={row.wallet_address} label={`the address of ${row.username}`} />{" "}
              {row.wallet_verified ? "proved" : "not proved"}
            </span>
          )}
          <span>
            {row.total_markets_created} {row.total_markets_created === 1 ? "market" : "markets"}
          </span>
          <span>last login {timeText(row.last_login_at)}</span>
        </span>
        <SuspensionOf row={row} onChange={onSuspend} />
      </span>
      <span class="roles" role="group" aria-label={`Roles of ${row.username}`}>
        {ROLES.map((role) => (
          <RoleSwitch key={role} role={role} row={row} onChange={(has) => onChange(role, has)} />
        ))}
      </span>
    </li>
  );
}

interface RoleSwitchProps {
  readonly role: Role;
  readonly row: User;
  readonly onChange: (has: boolean) => void;
}

/** A role as a box; to give a role, or to give up one's own, is a step that names the person. */
function RoleSwitch({ role, row, onChange }: RoleSwitchProps) {
  const [asks, setAsks] = useState(false);
  const has = row.roles.includes(role);
  const isSelf = row.id === user.value?.id;
  if (asks) {
    const yes = has ? `Give up my role ${role}` : `Make ${row.username} ${A_ROLE[role]}`;
    return (
      <Confirm
        title={yes}
        words={[yes, "Asking…"]}
        isDestructive={has}
        busy={false}
        onYes={() => {
          setAsks(false);
          onChange(!has);
        }}
        onBack={() => setAsks(false)}
      >
        {!has && <Proofs row={row} role={role} />}
      </Confirm>
    );
  }
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={has}
        onClick={(event) => {
          // The box shows what the server has; its answer changes it.
          event.preventDefault();
          if (!has || isSelf) setAsks(true);
          else onChange(false);
        }}
      />
      {role}
    </label>
  );
}

const A_ROLE: Readonly<Record<Role, string>> = { admin: "an admin", curator: "a curator" };
const MAY: Readonly<Record<Role, string>> = {
  admin: "An admin gives roles, suspends accounts, resolves markets and decides about every draft.",
  curator: "A curator decides about the drafts of others.",
};

/** Everything that is known of the person who is about to get a role: what is proved, and what is only said. */
function Proofs({ row, role }: { readonly row: User; readonly role: Role }) {
  const { username, display_name: name, wallet_address: wallet, wallet_verified: isProved } = row;
  return (
    <div class="proofs">
      <p>
        <span class="strong" dir="auto">
          {username}
        </span>
        {name !== null && <bdi> ({name})</bdi>}, here since {timeText(row.created_at)}. {MAY[role]}
      </p>
      <ul>
        {wallet !== null && (
          <li>
            Wallet <span class="breaking">{wallet}</span>:{" "}
            {isProved ? "proved by a signature." : "only said, not proved."}
          </li>
        )}
        {row.email !== null && (
          <li>
            E-mail <span class="breaking">{row.email}</span>: the account logs in with it; this page
            does not know that it is theirs.
          </li>
        )}
        <li>The name proves nothing: everybody chooses an own one.</li>
      </ul>
    </div>
  );
}
