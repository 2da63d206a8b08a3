/** Returns a function that starts `work` unless `work` is in flight. Simultaneous callers get the same result. */
export function shareInFlight<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let inFlight: Promise<Result> | undefined
  return () => {
    inFlight ??= work().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
