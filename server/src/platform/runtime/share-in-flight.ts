/** Returns a function that starts `work` unless it is in flight. Simultaneous callers share its result. */
export function shareInFlight<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let inFlight: Promise<Result> | undefined
  return () => {
    inFlight ??= work().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
