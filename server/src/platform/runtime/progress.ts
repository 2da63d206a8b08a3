/** How far a long job is, for whoever waits for it. */
type Progress = {
  /** What is being done, in Dutch: `Adressen inlezen`. */
  task: string
  /** The part that is done, from 0 to 1; left out where nobody can tell. */
  part?: number | undefined
  /** How much that is, in Dutch: `120.000 rijen`. */
  detail?: string | undefined
}

/** Called by a long job as often as it likes. */
export type OnProgress = (progress: Progress) => void
