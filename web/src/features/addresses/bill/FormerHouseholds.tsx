import { purposeNames } from '@rd4-loket/contract'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { Button } from '../../../kit/buttons/Button.tsx'

/** States whether former occupants are hidden. Its button changes the purpose, which shows or hides them. */
export function FormerHouseholds({ hidden, of: { purpose, choosePurpose } }: { hidden: number; of: AddressPurpose }) {
  if (purpose === 'aanslag_bezwaar')
    return (
      <div className="row small">
        <p>
          U bekijkt dit adres voor: <strong>{purposeNames.aanslag_bezwaar}</strong>. Ook vorige bewoners staan erbij.
        </p>
        <Button variant="default" size="xs" aria-keyshortcuts="B" onClick={() => choosePurpose('aanslag_vraag')}>
          Verberg vorige bewoners
        </Button>
      </div>
    )
  if (hidden === 0) return null
  return (
    <div className="row small">
      <p>{hidden === 1 ? 'Een vorige bewoner is verborgen.' : `${hidden} vorige bewoners zijn verborgen.`}</p>
      <Button variant="default" size="xs" aria-keyshortcuts="B" onClick={() => choosePurpose('aanslag_bezwaar')}>
        Toon bij een bezwaar tegen de aanslag
      </Button>
    </div>
  )
}
