/** The place of a form that is made of the strategies, until they are read. */

import { Card, Notice } from "@bourse/ui";

import { strategiesProblem } from "../model/strategies.ts";

export function StrategiesAwaited() {
  const problem = strategiesProblem.value;
  const isFailed = problem !== undefined;
  return (
    <Card title={isFailed ? "The strategies could not be read" : "Reading the strategies …"} wide>
      {isFailed && <Notice kind="poor">{problem}</Notice>}
      <div class="awaited" />
    </Card>
  );
}
