/** Fee of what is about to be sent, and the balances that are left afterwards, before it is sent. */

import type { FeeQuote, Token } from "@bourse/contract/node";
import { Notice } from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { get } from "../model/api.ts";
import { NATIVE_TOKEN } from "../model/native-token.ts";
import { nativeToken } from "../model/node-state.ts";
import { decimalsOf, formatUnits, inUnits } from "../model/units.ts";

interface FeeLinesProps {
  readonly kind: FeeQuote["kind"];
  readonly to: string;
  /** Undefined for a share without a payment. */
  readonly payment: { readonly token: Token; readonly amount: bigint } | undefined;
}

export function FeeLines({ kind, to, payment }: FeeLinesProps) {
  const [quote, setQuote] = useState<FeeQuote>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isShown = true;
    const query = new URLSearchParams({ kind, to });
    if (payment !== undefined) {
      query.set("token", payment.token.address);
      query.set("amount", payment.amount.toString());
    }
    get<FeeQuote>(`/api/fees/quote?${query.toString()}`).then(
      (answer) => isShown && setQuote(answer),
      (error: unknown) => isShown && setProblem(error instanceof Error ? error.message : ""),
    );
    return () => {
      isShown = false;
    };
  }, [kind, to, payment?.token.address, payment?.amount]);
  if (problem !== undefined) {
    const words = inUnits(problem, undefined, payment?.token, nativeToken.value);
    return <Notice kind="fair">The fee and what is left afterwards are not known. {words}</Notice>;
  }
  if (quote === undefined) return <p class="hint">Asking the chain for the fee…</p>;
  return <Quoted quote={quote} payment={payment} />;
}

function Quoted({ quote, payment }: Pick<FeeLinesProps, "payment"> & { readonly quote: FeeQuote }) {
  const symbol = nativeToken.value?.symbol ?? "native";
  const isNative = payment?.token.address === NATIVE_TOKEN;
  const fee = BigInt(quote.fee);
  const paid = isNative ? payment.amount : 0n;
  const left = BigInt(quote.balance) - paid - fee;
  const native = (amount: bigint | string): string =>
    `${formatUnits(String(amount), 18)} ${symbol}`;
  const other = payment === undefined || isNative ? undefined : payment;
  const inToken = (amount: bigint | string): string =>
    other ? `${formatUnits(String(amount), decimalsOf(other.token))} ${other.token.symbol}` : "";
  const tokenLeft = BigInt(quote.token_balance) - (other?.amount ?? 0n);
  return (
    <>
      <dl class="pairs">
        <dt>Fee, at most</dt>
        <dd>
          {native(fee)}
          {!quote.tried && " (usual gas: an allowance comes first)"}
        </dd>
        {other && (
          <>
            <dt>{other.token.symbol} now</dt>
            <dd>{inToken(quote.token_balance)}</dd>
            <dt>{other.token.symbol} afterwards</dt>
            <dd>
              <strong>{inToken(tokenLeft)}</strong>
            </dd>
          </>
        )}
        <dt>{symbol} now</dt>
        <dd>{native(quote.balance)}</dd>
        <dt>{symbol} afterwards, at least</dt>
        <dd>
          <strong>{native(left)}</strong>
        </dd>
      </dl>
      {(left < 0n || tokenLeft < 0n) && (
        <Notice kind="poor">The wallet has not enough for the amount and the highest fee.</Notice>
      )}
    </>
  );
}
