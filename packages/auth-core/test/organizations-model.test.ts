/** Any sequence of invitations, roles, removals and acceptances against a model of who is what. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { ORGANIZATION_ROLES, type OrganizationRole } from "../src/index.ts";
import { codeOf } from "./support/auth.ts";
import { emailOf, groups } from "./support/organizations.ts";

const PEOPLE = ["ada", "grace", "mary", "hedy"] as const;
type Person = (typeof PEOPLE)[number];

interface Model {
  readonly roles: Map<Person, OrganizationRole>;
  /** The newest invitation of each person. */
  readonly invited: Map<Person, { readonly by: Person; readonly role: OrganizationRole }>;
}

const rank = (role: OrganizationRole | undefined): number =>
  role === undefined ? -1 : ORGANIZATION_ROLES.indexOf(role);

function isLastOwner({ roles }: Model, who: Person): boolean {
  const owners = [...roles].filter(([, role]) => role === "owner");
  return owners.length === 1 && owners[0]?.[0] === who;
}

/** Code of the refusal when `by` changes `whom` to a role, or removes it. */
function judged(model: Model, by: Person, whom: Person, role?: OrganizationRole): string {
  const own = model.roles.get(by);
  const target = model.roles.get(whom);
  if (own === undefined) return "NOT_FOUND";
  const isRemoval = role === undefined;
  if (own === "member" && !(isRemoval && by === whom)) return "FORBIDDEN";
  if (target === undefined) return "NOT_FOUND";
  if (rank(target) > rank(own) || rank(role) > rank(own)) return "FORBIDDEN";
  if (target === role) return "resolved";
  return isLastOwner(model, whom) ? "LAST_OWNER" : "resolved";
}

function mayInvite({ roles }: Model, by: Person, role: OrganizationRole): string {
  const own = roles.get(by);
  if (own === undefined) return "NOT_FOUND";
  return own === "member" || rank(role) > rank(own) ? "FORBIDDEN" : "resolved";
}

const person = fc.constantFrom(...PEOPLE);
const role = fc.constantFrom(...ORGANIZATION_ROLES);
const step = fc.oneof(
  fc.record({ kind: fc.constant("invite" as const), by: person, whom: person, role }),
  fc.record({ kind: fc.constant("accept" as const), by: person }),
  fc.record({ kind: fc.constant("change" as const), by: person, whom: person, role }),
  fc.record({ kind: fc.constant("remove" as const), by: person, whom: person }),
);

test("members, roles and invitations are those of the model after any steps", async () => {
  const made = await groups({ registrationsPerHour: 10_000 });
  const { organizations } = made.auth;
  const ids = new Map<Person, string>();
  for (const one of PEOPLE) ids.set(one, await made.signUp(one));
  const idOf = (one: Person): string => ids.get(one) ?? "";
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { id } = await organizations.create(idOf("ada"), { name: "Engines" });
      const model: Model = { roles: new Map([["ada", "owner"]]), invited: new Map() };
      const tokens = new Map<Person, string>();
      for (const given of steps) {
        const { by } = given;
        if (given.kind === "invite") {
          const { whom } = given;
          const may = mayInvite(model, by, given.role);
          const expected = may === "resolved" && model.roles.has(whom) ? "CONFLICT" : may;
          const input = { organizationId: id, email: emailOf(whom), role: given.role };
          expect(await codeOf(organizations.invite(idOf(by), input))).toBe(expected);
          if (expected !== "resolved") continue;
          model.invited.set(whom, { by, role: given.role });
          tokens.set(whom, await made.tokenFor(emailOf(whom)));
        } else if (given.kind === "accept") {
          const open = model.invited.get(by);
          const isOpen = open && mayInvite(model, open.by, open.role) === "resolved";
          const proof = { token: tokens.get(by) ?? "" };
          const code = await codeOf(organizations.acceptInvitation(idOf(by), proof));
          expect(code).toBe(isOpen === true ? "resolved" : "LINK_INVALID");
          if (open === undefined || code !== "resolved") continue;
          model.invited.delete(by);
          model.roles.set(by, open.role);
        } else if (given.kind === "change") {
          const { whom } = given;
          const expected = judged(model, by, whom, given.role);
          const member = { userId: idOf(whom), role: given.role };
          expect(await codeOf(organizations.changeRole(idOf(by), id, member))).toBe(expected);
          if (expected === "resolved") model.roles.set(whom, given.role);
        } else {
          const expected = judged(model, by, given.whom);
          const removed = organizations.removeMember(idOf(by), id, idOf(given.whom));
          expect(await codeOf(removed)).toBe(expected);
          if (expected === "resolved") model.roles.delete(given.whom);
        }
        const [someone = "ada"] = [...model.roles.keys()];
        const members = await organizations.members(idOf(someone), id);
        const found = new Map(members.map((one) => [one.name, one.role]));
        expect(found).toEqual(model.roles);
      }
      await leaveAll(made, id, model, idOf);
    }),
    { numRuns: 40 },
  );
});

/** Nobody is a member any more, so that the quota of the next run is free. */
async function leaveAll(
  { auth }: Awaited<ReturnType<typeof groups>>,
  id: string,
  { roles }: Model,
  idOf: (one: Person) => string,
): Promise<void> {
  const owner = [...roles].find(([, one]) => one === "owner")?.[0];
  if (owner !== undefined) await auth.organizations.remove(idOf(owner), id);
}
