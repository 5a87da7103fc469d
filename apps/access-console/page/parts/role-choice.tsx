/** The choice of a role, with its rights in words below it. */

import { Field } from "@bourse/ui";

import { type Role, ROLES, rolesUpTo } from "../model/roles.ts";

interface RoleChoiceProps {
  /** Role of the reader, above which there is none to choose. */
  readonly most: Role;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

export function RoleChoice({ most, value, onChange }: RoleChoiceProps) {
  const roles = rolesUpTo(most);
  return (
    <Field label="Role" hint={ROLES[value]}>
      {(ties) => (
        <select
          {...ties}
          value={value}
          onChange={(event) =>
            onChange(roles.find((role) => role === event.currentTarget.value) ?? value)
          }
        >
          {roles.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
