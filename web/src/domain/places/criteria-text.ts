import { WasteStream, wasteStreamNames } from '@rd4-loket/contract'
import type { Values } from '../../kit/forms/Form.tsx'
import { useSession } from '../../session/session.ts'

/** Returns the search criteria in Dutch words. */
export function useCriteriaText(criteria: Values) {
  const { municipalities = [], systems = [] } = useSession() ?? {}
  const municipality = municipalities.find(({ id }) => String(id) === criteria.municipality_id)?.name
  const stream = WasteStream.options.find((id) => id === criteria.waste_type)
  const parts = [
    criteria.postal_code,
    criteria.street,
    criteria.house_number && `nummer ${criteria.house_number}`,
    criteria.house_number_extension && `toevoeging ${criteria.house_number_extension}`,
    municipality && `gemeente ${municipality}`,
    criteria.object_code && `objectcode ${criteria.object_code}`,
    stream && wasteStreamNames[stream],
    systems.find(({ id }) => String(id) === criteria.collection_system)?.name,
  ]
  return parts.filter(Boolean).join(', ')
}
