import { type Resident, showResidentName } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { ActionError, Announcement } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { isOffered } from '../../session/offered.tsx'
import styles from './ResidentCard.module.css'
import type { PassDesk } from './use-pass-desk.ts'

type ResidentNameProps = {
  id: string
  desk: PassDesk
  resident: Resident
  /** Called when the button has disappeared, to move the focus. */
  onShown: () => void
}

/** The shortened name of a resident, with a button for the whole name. The button's call is logged separately. */
export function ResidentName({ id, desk, resident, onShown }: ResidentNameProps) {
  const { environmental_pass_number, name } = resident
  const fullName = useMutation({
    gcTime: 0,
    mutationFn: () => call(showResidentName, { body: { environmental_pass_number } }, { purpose: desk.purpose }),
    onMutate: () => desk.send({ type: 'purpose used' }),
    onSuccess: onShown,
  })
  return (
    <div className={`row ${styles.name}`}>
      <h2 id={id}>{fullName.data?.name ?? name}</h2>
      {!fullName.data && isOffered(showResidentName) && (
        <ActionButton variant="default" size="xs" busy={fullName.isPending} onClick={() => fullName.mutate()}>
          Toon naam
        </ActionButton>
      )}
      <Announcement>{fullName.data?.name}</Announcement>
      {fullName.error && (
        <div className="whole-line">
          <ActionError error={fullName.error} />
        </div>
      )}
    </div>
  )
}
