/** A client that submits a job, waits for its result, and reads its trades and equity. */

/** A job that has run. */
export interface Ran {
  readonly uuid: string;
  /** Milliseconds from the submission until the result was there. */
  readonly milliseconds: number;
}

/** Submits a backtest and follows its progress to the finished result. */
export async function runJob(url: string, body: object): Promise<Ran> {
  const began = performance.now();
  const submitted = await fetch(`${url}/api/backtests`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { job_id: uuid } = (await submitted.json()) as { readonly job_id: string };
  const progress = await (await fetch(`${url}/api/jobs/${uuid}/progress`)).text();
  const job = JSON.parse(progress.slice(progress.lastIndexOf("data: ") + 6)) as {
    readonly status: string;
    readonly result: { readonly candles: number } | null;
  };
  const milliseconds = performance.now() - began;
  if (job.status !== "completed" || job.result === null) throw new Error(progress);
  return { uuid, milliseconds };
}

/** Reads all trades and all points of the equity of a job; milliseconds. */
export async function readTrace(url: string, uuid: string): Promise<number> {
  const began = performance.now();
  for (const part of ["trades", "equity"]) {
    const rows = (await (await fetch(`${url}/api/jobs/${uuid}/${part}`)).json()) as unknown[];
    if (rows.length === 0) throw new Error(`The job ${uuid} has no ${part}.`);
  }
  return performance.now() - began;
}
