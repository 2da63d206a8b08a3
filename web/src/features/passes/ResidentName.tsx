import { type Purpose, type Resident, showResidentName } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { errorText } from '../../kit/forms/Form.tsx'
import { call } from '../../session/api.ts'
import styles from './ResidentName.module.css'

/** The shortened name of a resident, with a button for the whole name. That call is logged separately. */
export function ResidentName({
  id,
  resident: { environmental_pass_number, name },
  purposeOf,
  onShown,
}: {
  id: string
  resident: Resident
  purposeOf: (pass: string) => Purpose
  /** Called when the button has gone, to move the focus. */
  onShown: () => void
}) {
  const whole = useMutation({
    gcTime: 0,
    mutationFn: () =>
      call(
        showResidentName,
        { body: { environmental_pass_number } },
        { purpose: purposeOf(environmental_pass_number) },
      ),
    onSuccess: onShown,
  })
  return (
    <div className={`row ${styles.name}`}>
      <h2 id={id}>{whole.data?.name ?? name}</h2>
      {!whole.data && (
        <ActionButton variant="default" size="xs" busy={whole.isPending} onClick={() => whole.mutate()}>
          Toon naam
        </ActionButton>
      )}
      <p role="status" className="visually-hidden">
        {whole.data?.name}
      </p>
      {whole.error && (
        <p role="alert" className={styles.failure}>
          {errorText(whole.error)}
        </p>
      )}
    </div>
  )
}
