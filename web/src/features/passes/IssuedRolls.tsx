import { addressLine, cancelRollIssue } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { countText, timeText } from '../../kit/browser/format.ts'
import { ActionButton, Button } from '../../kit/buttons/Button.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Panel } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import styles from './IssuedRolls.module.css'
import type { PassDesk } from './pass-desk.ts'
import { type DeskIssue, failureText, isUncertain } from './roll-issues.ts'

/** The server's limit for undoing an issue. */
const undoTime = 5 * 60_000

type IssuedRollsProps = { desk: PassDesk; passField: RefObject<HTMLInputElement | null> }

function IssuedRow({ issue, desk, passField }: { issue: DeskIssue } & IssuedRollsProps) {
  const { resident, rolls, at, request_id, rolls_this_year = 0, error } = issue
  const { address, rolls: total } = resident
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), at + undoTime - Date.now())
    return () => clearTimeout(timer)
  }, [at])
  const undo = useMutation({
    mutationFn: (id: number) => call(cancelRollIssue, { params: { request_id: String(id) } }),
    onSuccess: () => {
      desk.onUndone(issue)
      showMessage('De uitgifte is ongedaan gemaakt')
    },
  })
  const uncertain = error !== undefined && isUncertain(error)
  const what = `${countText(rolls, 'rol', 'rollen')} voor ${resident.name}`
  const act = (action: () => void) => () => {
    action()
    passField.current?.focus()
  }
  return (
    <li className={`row ${styles.row}`} data-failed={error ? true : undefined}>
      <Icon name={error ? 'alert' : 'check'} size={28} />
      <div>
        <p className="bold">{error ? `${uncertain ? 'Niet zeker' : 'Niet uitgegeven'}: ${what}` : what}</p>
        <p className="dimmed small">
          {address && `${addressLine(address)}, `}
          {!error && total && `nog ${total.allowance - rolls_this_year} van ${total.allowance} dit jaar, `}
          {timeText(new Date(at).toISOString())} uur
        </p>
        {error && <ActionError error={error}>{failureText(error)}</ActionError>}
        {!error && undo.error && <ActionError error={undo.error} />}
      </div>
      {uncertain && (
        <Button variant="default" icon={<Icon name="retry" size={18} />} onClick={act(() => desk.retry(issue))}>
          Opnieuw proberen
          <span className="visually-hidden">: {what}</span>
        </Button>
      )}
      {request_id !== undefined && !isLate && (
        <ActionButton
          variant="default"
          icon={<Icon name="undo" size={18} />}
          busy={undo.isPending}
          onClick={act(() => undo.mutate(request_id))}
        >
          Ongedaan maken
          <span className="visually-hidden">: {what}</span>
        </ActionButton>
      )}
    </li>
  )
}

/** The rolls just issued, which can be undone for five minutes, and the requests that failed. */
export function IssuedRolls({ desk, passField }: IssuedRollsProps) {
  // The card of the resident on screen shows the failure of its own request.
  const issues = desk.issues.filter((it) => it.request_id !== undefined || (it.error && it.resident !== desk.resident))
  if (issues.length === 0) return null
  return (
    <Panel title="Net uitgegeven">
      <ul className="ruled">
        {issues.map((issue) => (
          <IssuedRow key={issue.key} issue={issue} desk={desk} passField={passField} />
        ))}
      </ul>
    </Panel>
  )
}
