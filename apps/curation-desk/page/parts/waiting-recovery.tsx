/** The recovery of the account that somebody has begun, with the button that ends it; nothing otherwise. */

import { Card, Form, Notice, toast, useAction } from "@bourse/ui";

import { explained } from "../model/explained.ts";
import { accounts } from "../model/service.ts";
import { user } from "../model/session.ts";
import { timeText } from "../model/time.ts";

export function WaitingRecovery() {
  const action = useAction<void, void>(
    explained(async () => {
      await accounts.cancelRecovery();
      user.value = await accounts.me();
      toast("The recovery has ended. Your wallet stays.");
    }),
  );
  const waiting = user.value?.recovery;
  if (waiting === undefined) return null;
  return (
    <Card title="Somebody recovers your account">
      <Form action={action} words={["End the recovery", "Ending it…"]}>
        <Notice kind="fair">
          From {timeText(waiting.completes_at)} on another wallet can take the place of yours. If it
          was not you who began this, end it.
        </Notice>
        <p />
      </Form>
    </Card>
  );
}
