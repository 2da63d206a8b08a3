import { type LoadedKind, neverLoadedText } from '@rd4-loket/contract'
import { chosenMunicipality } from './chosen-municipality.ts'
import { useSession } from './session.ts'

/** Returns the Dutch sentence for data that a municipality never got; undefined when it has the data or is unknown. */
export function useNeverLoadedText(kind: LoadedKind, municipality_id: number | undefined) {
  const municipalities = useSession()?.municipalities ?? []
  return neverLoadedText(
    kind,
    municipalities.find(({ id }) => id === municipality_id),
  )
}

/** Returns the id of the employee's own or chosen municipality, or undefined. */
export const useDeskMunicipality = () => useSession()?.user.municipality?.id ?? chosenMunicipality.read()
