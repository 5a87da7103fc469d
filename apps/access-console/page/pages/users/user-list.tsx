/** All accounts, newest first, or those that a search finds. */

import type { ListUsersOutput } from "@bourse/client/auth/users";
import {
  ago,
  Badge,
  Card,
  Empty,
  formatPlace,
  go,
  type RowColumn,
  TextInput,
  useQuery,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { asOperator } from "../../model/operator.ts";
import { usePages } from "../../model/use-pages.ts";
import { ChoiceFilter } from "../../parts/choice-filter.tsx";
import { andThen, Filters } from "../../parts/filters.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";

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
  const pages = usePages(
    `users ${JSON.stringify(query)}`,
    (users) => users.listUsers,
    query,
    asOperator,
  );
  /** Other words find other rows, of which none is chosen. */
  const anew = andThen(() => setChosen(undefined));
  return (
    <Card
      title="All accounts"
      wide
      aside={<span class="hint">{search === "" ? "newest first" : "by e-mail"}</span>}
    >
      <Filters>
        <TextInput
          label="E-mail"
          type="search"
          hint="Its beginning or all of it."
          value={email}
          onInput={anew(setEmail)}
        />
        <ChoiceFilter
          id="status"
          label="Status"
          value={status}
          choices={STATUSES}
          onChange={anew(setStatus)}
        />
      </Filters>
      <PagedTable
        label="Users"
        pages={pages}
        columns={hasRoles(pages.rows) ? WITH_ROLES : COLUMNS}
        chosen={chosen}
        onChoose={setChosen}
        onOpen={({ id }) => go(["users", id])}
        none={<NoUser search={search} status={status} />}
        next="More"
        words={["user", "users"]}
      />
    </Card>
  );
}

const STATUSES = { active: "active", disabled: "disabled" };

const COLUMNS: readonly RowColumn<User>[] = [
  {
    head: "E-mail",
    width: 14,
    cell: ({ id, email }) => <a href={formatPlace(["users", id])}>{email}</a>,
  },
  { head: "Status", width: 7, cell: ({ status }) => <Status of={status} /> },
  {
    head: "Last login",
    cell: ({ lastLoginAt }) => (lastLoginAt === null ? "not recorded" : since(lastLoginAt)),
  },
  { head: "Registered", cell: ({ createdAt }) => since(createdAt) },
  { head: "Name", width: 9, cell: ({ name }) => (name === "" ? "none" : name) },
];

const ROLE: RowColumn<User> = { head: "Role", width: 7, cell: ({ role }) => <bdi>{role}</bdi> };
const WITH_ROLES = COLUMNS.toSpliced(2, 0, ROLE);

/** True where the service has roles other than `owner`. */
function hasRoles(users: readonly User[]): boolean {
  return users.some(({ role }) => role !== undefined);
}

function since(time: string): string {
  return ago(Date.parse(time));
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
