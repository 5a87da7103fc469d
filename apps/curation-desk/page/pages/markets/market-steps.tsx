/** The steps that the rules allow now: a dispute by anyone who is signed in, the rest by admins. */

import type { Market } from "@bourse/contract/curation";
import { Card, Field, Notice, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../../model/explained.ts";
import type { Loaded } from "../../model/loaded.ts";
import { accounts, admin } from "../../model/service.ts";
import { isAdmin } from "../../model/session.ts";
import { minute } from "../../model/time.ts";
import { bondText, windowEnd, windowText } from "./dispute-window.ts";

type Step = "launch" | "lock" | "resolve" | "invalidate" | "dispute";

const STEPS: Readonly<Record<Market["state"], readonly Step[]>> = {
  pending_launch: ["launch"],
  active: ["lock"],
  locked: ["resolve", "invalidate"],
  disputed: ["resolve", "invalidate"],
  resolved: ["dispute"],
  invalid: [],
};

const WORDS: Readonly<Record<Step, readonly [name: string, says: string]>> = {
  launch: ["Open now", "The market opens before its time."],
  lock: ["Lock now", "Trading ends before its time; the market can then be resolved."],
  resolve: ["Resolve", "Declares the outcome. It can be disputed inside the dispute window."],
  invalidate: ["Invalidate", "Declares the market invalid. That is final."],
  dispute: ["Dispute", "Another admin than the one who resolved it settles the dispute."],
};

interface MarketStepsProps {
  readonly market: Market;
  readonly loaded: Loaded<Market>;
}

export function MarketSteps({ market, loaded }: MarketStepsProps) {
  const [step, setStep] = useState<Step>();
  const end = windowEnd(market);
  const isOver = end !== undefined && Date.parse(end) <= minute.value;
  const steps = STEPS[market.state].filter((one) => (one === "dispute" ? !isOver : isAdmin.value));
  if (steps.length === 0) return null;
  return (
    <Card title="Next steps">
      <div class="buttons">
        {steps.map((one) => (
          <button
            key={one}
            type="button"
            class="second"
            aria-expanded={one === step}
            onClick={() => setStep(one === step ? undefined : one)}
          >
            {WORDS[one][0]}
          </button>
        ))}
      </div>
      {steps.includes("dispute") && (
        <p class="hint">
          It can be disputed {windowText(market)}. Bond: {bondText(market)}.
        </p>
      )}
      {step !== undefined && steps.includes(step) && (
        <StepForm key={step} step={step} market={market} loaded={loaded} />
      )}
    </Card>
  );
}

interface StepFormProps extends MarketStepsProps {
  readonly step: Step;
}

function StepForm({ step, market, loaded }: StepFormProps) {
  const [reason, setReason] = useState("");
  const [outcome, setOutcome] = useState(market.outcomes[0]?.id ?? "");
  const [evidence, setEvidence] = useState("");
  const act = useStep({ step, market, loaded }, { reason, outcome, evidence });
  const isReady =
    step === "resolve"
      ? evidence !== ""
      : step === "launch" || step === "lock" || reason.trim() !== "";
  return (
    <form
      class="step"
      onSubmit={(event) => {
        event.preventDefault();
        void act.run(undefined);
      }}
    >
      <p class="hint">{WORDS[step][1]}</p>
      {step === "resolve" && (
        <>
          <Field label="Outcome that came true" fault={act.faultOf("outcome_id")}>
            {(ties) => (
              <select
                {...ties}
                value={outcome}
                onChange={(event) => setOutcome(event.currentTarget.value)}
              >
                {market.outcomes.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Address of the evidence" fault={act.faultOf("evidence_url")}>
            {(ties) => (
              <input
                {...ties}
                type="url"
                value={evidence}
                onInput={(event) => setEvidence(event.currentTarget.value.trim())}
              />
            )}
          </Field>
        </>
      )}
      {(step === "invalidate" || step === "dispute") && (
        <Field label="Reason" fault={act.faultOf("reason")}>
          {(ties) => (
            <textarea
              dir="auto"
              {...ties}
              rows={3}
              maxLength={5000}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <button type="submit" disabled={act.busy || !isReady}>
        {act.busy ? "Sending…" : WORDS[step][0]}
      </button>
      {act.problem !== undefined && act.field === undefined && (
        <Notice kind="poor">{act.problem}</Notice>
      )}
    </form>
  );
}

/** Takes the step with what was typed for it. */
function useStep(
  { step, market, loaded }: StepFormProps,
  { reason, outcome, evidence }: Readonly<Record<"reason" | "outcome" | "evidence", string>>,
) {
  const params = { id: market.id };
  const calls: Readonly<Record<Step, () => Promise<Market>>> = {
    launch: () => admin.launchMarket({ params }),
    lock: () => admin.lockMarket({ params }),
    resolve: () =>
      admin.resolveMarket({ params, body: { outcome_id: outcome, evidence_url: evidence } }),
    invalidate: () => admin.invalidateMarket({ params, body: { reason } }),
    dispute: () => accounts.disputeMarket({ params, body: { reason } }),
  };
  return useAction(
    explained(async () => {
      loaded.put(await calls[step]());
      toast(`${WORDS[step][0]}: done.`);
    }),
  );
}
