import type { Sent, searchAddresses } from '@rd4-loket/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Values } from '../../shared/Form.tsx'

const criteria = [
  'municipality_id',
  'street',
  'house_number',
  'house_number_extension',
  'postal_code',
  'object_code',
] as const
const longest = 100

/** The search criteria in any set of texts, as they were typed; what is empty or unknown is left out. */
export function criteriaIn(given: Record<string, unknown>): Values {
  const filled = criteria.map(
    (name) =>
      [
        name,
        String(given[name] ?? '')
          .slice(0, longest)
          .trim(),
      ] as const,
  )
  return Object.fromEntries(filled.filter(([, text]) => text !== ''))
}

/** What the search call is sent. A house number stays the text that was typed; the server reads it. */
export function searchBody({ municipality_id, ...texts }: Values): Sent<typeof searchAddresses>['body'] {
  const id = Number(municipality_id)
  return { ...texts, ...(municipality_id && Number.isInteger(id) ? { municipality_id: id } : {}) }
}

/** The criteria in the page's address, undefined when nothing is asked, and the way to ask something else. */
export function useSearchCriteria() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const text = JSON.stringify(criteriaIn(search))
  const asked: Values = useMemo(() => JSON.parse(text), [text])
  const ask = (values: Values) => navigate({ to: '/address', search: criteriaIn(values) })
  return [asked, ask] as const
}
