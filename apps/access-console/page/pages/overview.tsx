/** The account at a glance, and the first steps with it. */

import { Card, Code, formatPlace, moment, Notice, untilKnown } from "@bourse/ui";

import { user } from "../model/login.ts";
import { useLoaded } from "../model/use-loaded.ts";
import { WaitingDeletion } from "./leaving.tsx";

export function Overview() {
  const usage = useLoaded("usage", (auth) => auth.getUsage());
  const { value: known } = usage.value;
  const account = user.value;
  return (
    <>
      <WaitingDeletion />
      <Card title="In use" wide>
        {usage.problem.value && <Notice kind="poor">{usage.problem.value}</Notice>}
        <dl class="tiles">
          <Tile name="API keys" value={known?.apiKeys} page="keys" />
          <Tile name="Sessions" value={known?.sessions} page="sessions" />
          <Tile name="Deployments" value={known?.deployments} />
          <Tile name="Transactions" value={known?.transactions} />
        </dl>
        <p class="hint">
          {known === undefined
            ? untilKnown(usage.problem.value, "Counting…")
            : `Keys and sessions as of now; deployments and transactions since ${moment(known.period.from)}.`}
        </p>
      </Card>
      <Card title="You">
        <dl class="pairs">
          <dt>E-mail</dt>
          <dd>{account?.email}</dd>
          <dt>Name</dt>
          <dd>{account?.name === "" ? "none" : account?.name}</dd>
          <dt>Account id</dt>
          <dd>{account && <Code text={account.id} label="account id" />}</dd>
        </dl>
      </Card>
      <Card title="First steps">
        <ol class="steps">
          <li>
            <a href={formatPlace(["keys", "new"])}>Create an API key</a> with no more permissions
            than its program needs.
          </li>
          <li>
            Send it in the header <code>X-API-Key</code>. <a href="/docs">The documents</a> have
            every route, to read and to try.
          </li>
          <li>Revoke it where it is no longer needed. That holds for the next request already.</li>
        </ol>
      </Card>
    </>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: number | undefined;
  readonly page?: string;
}

function Tile({ name, value, page }: TileProps) {
  return (
    <div>
      <dt>{page === undefined ? name : <a href={formatPlace([page])}>{name}</a>}</dt>
      <dd>{value ?? "–"}</dd>
    </div>
  );
}
