import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Values } from '../../kit/forms/Form.tsx'

/** The search criteria that addresses and collection systems share. */
export const locationCriteria = [
  'municipality_id',
  'street',
  'house_number',
  'house_number_extension',
  'postal_code',
  'object_code',
]
const numericCriteria = ['municipality_id', 'collection_system']
const maxLength = 100

/** Returns the named criteria as they were typed, without empty criteria. */
function pickCriteria(names: string[], input: Record<string, unknown>): Values {
  const criteria = names.map(
    (name) =>
      [
        name,
        String(input[name] ?? '')
          .slice(0, maxLength)
          .trim(),
      ] as const,
  )
  return Object.fromEntries(criteria.filter(([, text]) => text !== ''))
}

/** The body of a search call: the criteria as they were typed, ids as numbers. */
export const searchBody = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, text && numericCriteria.includes(name) ? Number(text) : text]),
  )

/** Returns whether there is anything to search for. */
export const hasCriteria = (criteria: Values) => Object.keys(criteria).length > 0

/** Returns the search criteria in the page's URL, and a function that searches for others. */
export function useSearchCriteria(names: string[]) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const text = JSON.stringify(pickCriteria(names, search))
  const criteria: Values = useMemo(() => JSON.parse(text), [text])
  const searchFor = (values: Values) => navigate({ to: '.', search: pickCriteria(names, values) })
  return [criteria, searchFor] as const
}
