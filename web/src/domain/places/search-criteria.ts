import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Values } from '../../kit/forms/Form.tsx'

/** The criteria by which every place can be searched. */
export const locationCriteria = [
  'municipality_id',
  'street',
  'house_number',
  'house_number_extension',
  'postal_code',
  'object_code',
]
const numbered = ['municipality_id', 'collection_system']
const longest = 100

/** These search criteria in any set of texts, as they were typed; what is empty or unknown is left out. */
function criteriaIn(names: string[], given: Record<string, unknown>): Values {
  const texts = names.map((name) => [name, String(given[name] ?? '')] as const)
  const filled = texts.map(([name, text]) => [name, text.slice(0, longest).trim()] as const)
  return Object.fromEntries(filled.filter(([, text]) => text !== ''))
}

/** What a search call is sent: the criteria as they were typed, and by its number what is chosen from a numbered list. */
export const searchBody = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, text && numbered.includes(name) ? Number(text) : text]),
  )

/** The criteria in the page's address, and the way to ask something else. */
export function useSearchCriteria(names: string[]) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const text = JSON.stringify(criteriaIn(names, search))
  const asked: Values = useMemo(() => JSON.parse(text), [text])
  const ask = (values: Values) => navigate({ to: '.', search: criteriaIn(names, values) })
  return [asked, ask] as const
}
