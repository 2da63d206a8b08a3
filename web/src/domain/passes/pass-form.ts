import { combinedPassForm, defaultPassForm } from '@rd4-loket/contract'
import { chosenMunicipality } from '../../session/chosen-municipality.ts'
import { useSession } from '../../session/session.ts'

/**
 * Returns the form of the pass numbers of the employee's own or chosen municipality. Without a choice, returns a form
 * that accepts the numbers of all municipalities.
 */
export function usePassForm() {
  const { user, municipalities = [] } = useSession() ?? {}
  const own_id = user?.municipality?.id ?? chosenMunicipality.read()
  const own = municipalities.filter(({ id }) => id === own_id)
  return combinedPassForm((own.length > 0 ? own : municipalities).map(({ pass_form }) => pass_form ?? defaultPassForm))
}
