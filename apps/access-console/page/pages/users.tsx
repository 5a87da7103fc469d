/** All accounts, for the operator: the list, one of them. The address says which: `#/users`, `#/users/ID`. */

import { place } from "@bourse/ui";

import { operator } from "../model/operator.ts";
import { OperatorEntry } from "../parts/operator-entry.tsx";
import { UserList } from "./users/user-list.tsx";
import { shownUser, UserPage } from "./users/user-page.tsx";

export function Users() {
  const [id] = place.value.rest;
  if (operator.value?.users === undefined) return <OperatorEntry />;
  return id === undefined ? <UserList /> : <UserPage key={id} id={id} />;
}

export function usersHeading(): string {
  if (operator.value?.users === undefined) return "Operator";
  return place.value.rest[0] === undefined ? "Users" : (shownUser.value?.email ?? "User");
}
