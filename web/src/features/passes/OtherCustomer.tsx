import { Button } from '../../kit/buttons/Button.tsx'
import { ActionError } from '../../kit/page/Page.tsx'
import type { PassDesk } from './use-pass-desk.ts'

type OtherCustomerProps = {
  desk: PassDesk
  newPass: string
  error: Error | null
}

/** The last part of the form that confirms a new pass: a button to look up that pass instead, and the error. */
export function OtherCustomer({ desk, newPass, error }: OtherCustomerProps) {
  return (
    <>
      <Button variant="default" onClick={() => desk.send({ type: 'pass opened', number: newPass })}>
        Nee, dit is een andere klant
      </Button>
      {error && (
        <div className="whole-line">
          <ActionError error={error} />
        </div>
      )}
    </>
  )
}
