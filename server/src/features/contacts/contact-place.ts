import type { ContactPlace } from '@rd4-loket/contract'

/** The columns of the place of a contact. A collection system has no municipality of its own. */
export type ContactPlaceRow = Omit<ContactPlace, 'municipality'> & {
  municipality_id: number | null
  municipality_name: string | null
}

/** Returns the place of a contact as the API shows it. */
export const placeOf = ({ kind, alias, line, city, ...row }: ContactPlaceRow): ContactPlace => ({
  ...{ kind, alias, line, city },
  municipality: row.municipality_id === null ? null : { id: row.municipality_id, name: row.municipality_name ?? '' },
})
