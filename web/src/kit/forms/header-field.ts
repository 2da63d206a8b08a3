/** The field of the one box in the header of every page. A page without that box leaves it null. */
export const headerField: { current: HTMLInputElement | null } = { current: null }
