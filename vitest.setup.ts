/**
 * Properties draw new examples at every run, except where PROPERTY_SEED fixes them: continuous integration takes it
 * from the commit, so that a commit's second run finds what its first one found.
 */
const seed = Number(process.env["PROPERTY_SEED"] ?? NaN);
if (Number.isSafeInteger(seed)) {
  const { configureGlobal, readConfigureGlobal } = await import("fast-check");
  configureGlobal({ ...readConfigureGlobal(), seed });
}
