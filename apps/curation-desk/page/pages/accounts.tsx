/** The accounts and their roles; a change holds from the account's next request on. */

import type { User } from "@bourse/contract/curation";
import {
  Card,
  Code,
  Empty,
  Notice,
  ONCE,
  orAsking,
  place,
  setQuery,
  spaced,
  toast,
  useQuery,
} from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { explain } from "../model/explain.ts";
import { useLoaded } from "../model/loaded.ts";
import { admin, pageOf } from "../model/service.ts";
import { user } from "../model/session.ts";
import { timeText } from "../model/time.ts";
import { Pages } from "../parts/pages.tsx";
import { SuspensionOf } from "../parts/suspension.tsx";

/** The wait in milliseconds after a key before the search is made. */
const TYPING_MILLISECONDS = 250;
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
  const rows = users.value?.items ?? [];
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
        <UserSearch words={search ?? ""} disabled={only === "admins"} />
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
      {users.problem !== undefined && <Notice kind="poor">{users.problem}</Notice>}
      {users.value !== undefined && rows.length === 0 && (
        <Empty title="No account fits">
          A search finds the start of a name, or a whole e-mail or wallet address.
        </Empty>
      )}
      <ul class={users.stale ? "plain list stale" : "plain list"}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            onChange={(role, has) => void change(row, role, has)}
            onSuspend={users.reload}
          />
        ))}
      </ul>
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
        <span class="strong">{row.username}</span>
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
          <RoleSwitch
            key={role}
            role={role}
            has={row.roles.includes(role)}
            isSelf={row.id === user.value?.id}
            onChange={(has) => onChange(role, has)}
          />
        ))}
      </span>
    </li>
  );
}

interface RoleSwitchProps {
  readonly role: Role;
  readonly has: boolean;
  /** True for the account that is signed in: it asks before it takes its own role away. */
  readonly isSelf: boolean;
  readonly onChange: (has: boolean) => void;
}

function RoleSwitch({ role, has, isSelf, onChange }: RoleSwitchProps) {
  const [asks, setAsks] = useState(false);
  if (asks) {
    return (
      <span class="buttons">
        <button
          type="button"
          class="second danger small"
          onClick={() => {
            setAsks(false);
            onChange(false);
          }}
        >
          Give up my role {spaced(role)}
        </button>
        <button type="button" class="second small" onClick={() => setAsks(false)}>
          Back
        </button>
      </span>
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
          if (has && isSelf) setAsks(true);
          else onChange(!has);
        }}
      />
      {role}
    </label>
  );
}

function UserSearch({ words, disabled }: { readonly words: string; readonly disabled: boolean }) {
  const [typed, setTyped] = useState(words);
  useEffect(() => {
    if (typed.trim() === words) return undefined;
    const timer = setTimeout(
      () => setQuery({ search: typed.trim(), cursor: undefined }),
      TYPING_MILLISECONDS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label class="grow">
      Search
      <input
        type="search"
        maxLength={254}
        placeholder="Start of a name, or a whole e-mail or wallet address"
        disabled={disabled}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}
