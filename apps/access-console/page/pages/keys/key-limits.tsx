/** The limits of a key beside what was used of them in the window of now. */

import type { GetApiKeyOutput, KeyUsage } from "@bourse/client/auth";
import { count, duration, moment, Notice, Percent, serverNow } from "@bourse/ui";

import { useLoaded } from "../../model/use-loaded.ts";

const HOUR_SECONDS = 3600;

export function KeyLimits({ of: { id, limits } }: { readonly of: GetApiKeyOutput }) {
  return (
    <section>
      <h3>Limits</h3>
      {limits === null ? (
        <p class="hint">This key has no limits: it may be used as much as the service allows.</p>
      ) : (
        <Used id={id} limits={limits} />
      )}
    </section>
  );
}

interface UsedProps {
  readonly id: string;
  readonly limits: NonNullable<GetApiKeyOutput["limits"]>;
}

function Used({ id, limits: { windowSeconds, ...counts } }: UsedProps) {
  const length = windowSeconds * 1000;
  const begin = (): number => serverNow() - (serverNow() % length);
  // Figures are kept by the hour.
  const isKnown = windowSeconds % HOUR_SECONDS === 0;
  const sums = useLoaded(`window of key ${id} ${windowSeconds}`, async (auth) => {
    if (!isKnown) return [];
    const query = { per: "hour" as const, from: new Date(begin()).toISOString() };
    return await auth.getApiKeyUsage({ params: { id }, query });
  });
  const rows = isKnown ? sums.value.value : undefined;
  return (
    <>
      {sums.problem.value && <Notice kind="poor">{sums.problem.value}</Notice>}
      <dl class="pairs">
        {(["requests", "bytes", "cost"] as const).map((name) => {
          const most = counts[name];
          return most === undefined ? null : (
            <>
              <dt>{NAMES[name]}</dt>
              <dd>
                <Share used={rows && sumOf(rows, name)} most={most} />
              </dd>
            </>
          );
        })}
      </dl>
      <p class="hint">
        Each counts in windows of {duration(windowSeconds)}.{" "}
        {isKnown
          ? `This one ends ${moment(new Date(begin() + length).toISOString())}.`
          : "Use is kept by the hour, so what is left of so short a window is not known here."}
      </p>
    </>
  );
}

const NAMES = { requests: "Requests", bytes: "Bytes", cost: "Cost" } as const;

function Share({ used, most }: { readonly used: number | undefined; readonly most: number }) {
  if (used === undefined) return <>at most {count(most)}</>;
  return (
    <>
      <meter min={0} max={Math.max(1, most)} high={0.8 * most} value={used} aria-hidden="true" />{" "}
      {count(used)} of {count(most)} (<Percent of={most === 0 ? 1 : used / most} digits={1} />)
    </>
  );
}

function sumOf(rows: readonly KeyUsage[], name: keyof typeof NAMES): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
