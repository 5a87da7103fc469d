/** The members of an organization, and for those who manage it the ways to their roles and their end. */

import type { GetOrganizationOutput, ListMembersOutput } from "@bourse/client/auth";
import {
  ago,
  Badge,
  Card,
  moment,
  Notice,
  rowColumns,
  type RowColumn,
  TextInput,
  VirtualTable,
  ReadingHint,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { user } from "../../model/login.ts";
import { reaches, ROLES } from "../../model/roles.ts";
import { MemberRemoval, MemberRole } from "./member-dialogs.tsx";

type Member = ListMembersOutput[number];

interface MembersProps {
  readonly of: GetOrganizationOutput;
  /** Undefined while they are loaded. */
  readonly members: ListMembersOutput | undefined;
  readonly problem: string | undefined;
  /** True for a reader without whom the organization has no owner: they keep their role. */
  readonly isOnlyOwner: boolean;
  readonly onChanged: () => void;
}

/** Members from which on they are searched. */
const MANY = 10;

export function Members(props: MembersProps) {
  const { of: organization, members, problem, isOnlyOwner, onChanged } = props;
  const [words, setWords] = useState("");
  const [opened, setOpened] = useState<{
    readonly what: "role" | "removal";
    readonly of: Member;
  }>();
  const found = (members ?? []).filter(({ email, name }) =>
    `${email} ${name}`.toLowerCase().includes(words.toLowerCase()),
  );
  const close = (): void => {
    setOpened(undefined);
    // What was refused may be so because of what is old here.
    onChanged();
  };
  const isFixed = ({ userId, role }: Member): boolean =>
    !reaches(organization.role, role) || (isOnlyOwner && userId === user.value?.id);
  const changes: RowColumn<Member> = {
    head: "Changes",
    width: 14,
    cell: (one) =>
      !isFixed(one) && <Buttons of={one} onOpen={(what) => setOpened({ what, of: one })} />,
  };
  const count = members?.length;
  return (
    <Card
      title={count === undefined ? "Members" : `${count} ${count === 1 ? "member" : "members"}`}
      wide
    >
      {problem && <Notice kind="poor">{problem}</Notice>}
      {members === undefined && problem === undefined && <ReadingHint>Loading…</ReadingHint>}
      {count !== undefined && count > MANY && (
        <TextInput label="Find a member" type="search" value={words} onInput={setWords} />
      )}
      {members !== undefined && (
        <VirtualTable
          label="Members"
          isStacking
          count={found.length}
          empty={<p class="hint">No member has this in the address or the name.</p>}
          columns={rowColumns(found, [
            { head: "E-mail", width: 15, cell: emailOf },
            {
              head: "Name",
              width: 9,
              cell: ({ name }) =>
                name === "" ? (
                  "none"
                ) : (
                  <span dir="auto" title={name}>
                    {name}
                  </span>
                ),
            },
            {
              head: "Address",
              width: 7,
              cell: ({ emailVerifiedAt }) =>
                emailVerifiedAt === null ? (
                  <Badge state="not proved" kind="fair" />
                ) : (
                  <span title={moment(emailVerifiedAt)}>proved</span>
                ),
            },
            { head: "Role", width: 6, cell: ({ role }) => <span title={ROLES[role]}>{role}</span> },
            { head: "Joined", width: 6, cell: ({ joinedAt }) => <Since at={joinedAt} /> },
            ...(reaches(organization.role, "admin") ? [changes] : []),
          ])}
        />
      )}
      {opened?.what === "role" && <MemberRole of={opened.of} in={organization} onClose={close} />}
      {opened?.what === "removal" && (
        <MemberRemoval of={opened.of} in={organization} onClose={close} />
      )}
    </Card>
  );
}

function emailOf({ userId, email }: Member) {
  return (
    <span title={email}>
      <bdi>{email}</bdi> {userId === user.value?.id && <strong>(you)</strong>}
    </span>
  );
}

function Since({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(Date.parse(at))}
    </time>
  );
}

interface ButtonsProps {
  readonly of: Member;
  readonly onOpen: (what: "role" | "removal") => void;
}

function Buttons({ of: { userId, email }, onOpen }: ButtonsProps) {
  return (
    <>
      <button
        type="button"
        class="second small"
        aria-label={`Change the role of ${email}`}
        onClick={() => onOpen("role")}
      >
        Change the role
      </button>{" "}
      {userId !== user.value?.id && (
        <button
          type="button"
          class="second small danger"
          aria-label={`Remove ${email}`}
          onClick={() => onOpen("removal")}
        >
          Remove
        </button>
      )}
    </>
  );
}
