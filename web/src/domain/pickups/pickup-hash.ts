/** The fragment of a URL that opens the form for a pick-up appointment on the page of an address. */
export const pickupHash = 'afspraak'
