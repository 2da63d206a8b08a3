/** How many rolls a pass may have in a year where its municipality did not say so. */
export const usualAllowance = 6
