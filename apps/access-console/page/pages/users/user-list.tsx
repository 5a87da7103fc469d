/** All accounts, newest first, or those that a search finds. */

import type { ListUsersOutput } from "@bourse/client/auth/users";
import {
  ago,
  Badge,
  Card,
  Empty,
  formatPlace,
  go,
  Notice,
  useQuery,
  VirtualTable,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { asOperator } from "../../model/operator.ts";
import { usePages } from "../../model/use-pages.ts";
import { TextInput } from "../../parts/text-input.tsx";

type User = ListUsersOutput[number];

export function UserList() {
  const [email, setEmail] = useQuery("email");
  const [status, setStatus] = useQuery("status");
  const [chosen, setChosen] = useState<number>();
  const search = email.trim();
  const query = {
    limit: 50,
    ...(search === "" ? {} : { email: search }),
    ...(status === "active" || status === "disabled" ? { status } : {}),
  };
  const { rows, problem, hasMore, isLoading, more } = usePages(
    `users ${JSON.stringify(query)}`,
    (users) => users.listUsers,
    query,
    asOperator,
  );
  const now = Date.now();
  const cell = (read: (user: User) => string) => (index: number) => {
    const user = rows[index];
    return user === undefined ? "" : read(user);
  };
  return (
    <Card
      title="All accounts"
      wide
      aside={<span class="hint">{search === "" ? "newest first" : "by e-mail"}</span>}
    >
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <TextInput
          label="E-mail"
          type="search"
          hint="Its beginning or all of it."
          value={email}
          onInput={(value) => {
            setEmail(value);
            setChosen(undefined);
          }}
        />
        <div class="field">
          <label for="status">Status</label>
          <select
            id="status"
            value={status}
            onChange={(event) => {
              setStatus(event.currentTarget.value);
              setChosen(undefined);
            }}
          >
            <option value="">all</option>
            <option value="active">active</option>
            <option value="disabled">disabled</option>
          </select>
        </div>
      </form>
      {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
      <VirtualTable
        label="Users"
        count={rows.length}
        chosen={chosen}
        onChoose={setChosen}
        onOpen={(index) => {
          const user = rows[index];
          if (user !== undefined) go(["users", user.id]);
        }}
        empty={
          isLoading ? (
            <p class="hint reading">Loading…</p>
          ) : problem === undefined ? (
            <NoUser search={search} status={status} />
          ) : (
            <p class="hint">Not known yet.</p>
          )
        }
        columns={[
          {
            head: "E-mail",
            width: 14,
            cell: (index) => {
              const { id = "", email: address } = rows[index] ?? {};
              return <a href={formatPlace(["users", id])}>{address}</a>;
            },
          },
          {
            head: "Status",
            width: 7,
            cell: (index) => <Status of={rows[index]?.status ?? "active"} />,
          },
          {
            head: "Last login",
            cell: cell(({ lastLoginAt }) =>
              lastLoginAt === null ? "not recorded" : ago(Date.parse(lastLoginAt), now),
            ),
          },
          { head: "Registered", cell: cell(({ createdAt }) => ago(Date.parse(createdAt), now)) },
          { head: "Name", width: 9, cell: cell(({ name }) => (name === "" ? "none" : name)) },
        ]}
      />
      {rows.length > 0 && (
        <div class="buttons after">
          {hasMore && (
            <button type="button" class="second" disabled={isLoading} onClick={more}>
              More
            </button>
          )}
          <span class="hint">
            {rows.length} {hasMore ? "so far" : rows.length === 1 ? "user" : "users"}. Enter opens
            the chosen one.
          </span>
        </div>
      )}
    </Card>
  );
}

/** The status of an account, as the list and its own page show it. */
export function Status({ of }: { readonly of: User["status"] }) {
  return <Badge state={of} kind={of === "active" ? "good" : "poor"} />;
}

function NoUser({ search, status }: { readonly search: string; readonly status: string }) {
  if (search === "" && status === "") {
    return (
      <Empty title="Nobody has registered yet.">
        People make an account on the sign-in page of this server, programs by POST /auth/register.
      </Empty>
    );
  }
  return (
    <Empty title="No user fits.">
      {search === ""
        ? `There is none with the status ${status}. Choose all statuses.`
        : "A search finds the beginning of an e-mail address, not its middle. Shorten it, or choose all statuses."}
    </Empty>
  );
}
