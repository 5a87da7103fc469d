/** One account: what it is in use for, its role, and its end or its return. */

import type { GetUserOutput } from "@bourse/client/auth/users";
import {
  Card,
  Code,
  Confirm,
  formatPlace,
  go,
  moment,
  Notice,
  ONCE,
  toast,
  useAction,
  useCommands,
} from "@bourse/ui";
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { asOperator } from "../../model/operator.ts";
import { useLoadedBy } from "../../model/use-loaded.ts";
import { useShown } from "../../model/use-shown.ts";
import { Awaited } from "../../parts/awaited.tsx";
import { Status } from "./user-list.tsx";
import { UserRole } from "./user-role.tsx";

/** The user of the heading; undefined while it is loaded. */
export const shownUser = signal<GetUserOutput | undefined>(undefined);

export function UserPage({ id }: { readonly id: string }) {
  const params = { id };
  const one = useLoadedBy(asOperator, `user ${id}`, (users) => users.getUser({ params }));
  const [asked, setAsked] = useState(false);
  const [isGiving, setGiving] = useState(false);
  const user = one.value.value;
  const isActive = user?.status !== "disabled";
  const role = user?.role;
  const change = useAction<void, void>(async () => {
    one.put(
      await asOperator((users) =>
        isActive ? users.disableUser({ params }, ONCE) : users.enableUser({ params }, ONCE),
      ),
    );
    setAsked(false);
    toast(`${user?.email ?? "The user"} is ${isActive ? "disabled" : "active again"}.`);
  });
  useShown(shownUser, user);
  useCommands([
    {
      label: isActive ? "Disable this user" : "Enable this user",
      keys: "x",
      run: () => setAsked(true),
    },
    ...(role === undefined ? [] : [{ label: "Change the role", run: () => setGiving(true) }]),
    { label: "Back to the users", keys: "u", run: () => go(["users"]) },
  ]);
  return (
    <Card title="The user" wide aside={user && <Status of={user.status} />}>
      <Awaited one={one} page="users" all="All users" />
      {user && <Facts user={user} />}
      {user && !asked && (
        <div class="buttons">
          <button
            type="button"
            class={isActive ? "second danger" : "second"}
            onClick={() => setAsked(true)}
          >
            {isActive ? "Disable" : "Enable"}
          </button>
          {role !== undefined && (
            <button type="button" class="second" onClick={() => setGiving(true)}>
              Change the role
            </button>
          )}
          <a class="button second" href={formatPlace(["users"])}>
            All users
          </a>
        </div>
      )}
      {user && asked && (
        <Confirm
          title={isActive ? "Confirm the disabling" : "Confirm the enabling"}
          words={isActive ? ["Disable the user", "Disabling…"] : ["Enable the user", "Enabling…"]}
          isDestructive={isActive}
          busy={change.busy}
          onYes={() => void change.run()}
          onBack={() => setAsked(false)}
        >
          <Notice kind="fair">
            {isActive
              ? `${user.email} is signed out everywhere at once. Its logins${keysOf(user)} are refused until it is enabled again.`
              : `${user.email} is let in again: its logins${keysOf(user)} are accepted from the next request on. Sessions that ended stay ended.`}
          </Notice>
          <p />
        </Confirm>
      )}
      {change.problem && <Notice kind="poor">{change.problem}</Notice>}
      {user && role !== undefined && isGiving && (
        <UserRole of={{ ...user, role }} onChange={one.put} onClose={() => setGiving(false)} />
      )}
    </Card>
  );
}

function Facts({ user }: { readonly user: GetUserOutput }) {
  return (
    <dl class="pairs">
      <dt>E-mail</dt>
      <dd>{user.email}</dd>
      <dt>Name</dt>
      <dd dir="auto">{user.name === "" ? "none" : user.name}</dd>
      {user.role !== undefined && (
        <>
          <dt>Role</dt>
          <dd dir="auto">{user.role}</dd>
        </>
      )}
      <dt>Registered</dt>
      <dd>{moment(user.createdAt)}</dd>
      <dt>Last login</dt>
      <dd>{user.lastLoginAt === null ? "not recorded" : moment(user.lastLoginAt)}</dd>
      <dt>Sessions</dt>
      <dd>{user.sessions}</dd>
      <dt>API keys</dt>
      <dd>
        {user.apiKeys}
        {user.status === "disabled" && user.apiKeys > 0 && " (refused)"}
      </dd>
      <dt>Acts</dt>
      <dd>
        <a href={formatPlace(["audit"], { account: user.id })}>All that concerns this account</a>
      </dd>
      <dt>Id</dt>
      <dd>
        <Code text={user.id} label="id of the user" />
      </dd>
    </dl>
  );
}

function keysOf({ apiKeys }: GetUserOutput): string {
  if (apiKeys === 0) return "";
  return apiKeys === 1 ? " and its API key" : ` and its ${apiKeys} API keys`;
}
