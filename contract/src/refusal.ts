/** The Dutch sentence that says why an action is not allowed, or undefined if it is allowed. */
export type Refusal = string | undefined
