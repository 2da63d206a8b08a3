/** Maximum number of rolls of a pass in a year for which its municipality set none. */
export const defaultAllowance = 6
