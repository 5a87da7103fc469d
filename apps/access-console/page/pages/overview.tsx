/** The account at a glance, and the first steps with it. */

import { Card, Code, count, formatPlace, moment, Notice, Tile, untilKnown } from "@bourse/ui";

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
          <Count name="API keys" value={known?.apiKeys} page="keys" />
          <Count name="Sessions" value={known?.sessions} page="sessions" />
          <Count name="Deployments" value={known?.deployments} />
          <Count name="Transactions" value={known?.transactions} />
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
          <dd dir="auto">{account?.name === "" ? "none" : account?.name}</dd>
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
          <li>
            <a href={formatPlace(["organizations"])}>An organization</a> owns the keys that several
            people manage, and <a href={formatPlace(["webhooks"])}>a webhook</a> tells a program of
            yours what happens.
          </li>
        </ol>
      </Card>
    </>
  );
}

interface CountProps {
  readonly name: string;
  readonly value: number | undefined;
  readonly page?: string;
}

function Count({ name, value, page }: CountProps) {
  return (
    <Tile
      name={page === undefined ? name : <a href={formatPlace([page])}>{name}</a>}
      value={count(value)}
    />
  );
}
