import { listRollIssues } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PassField, passNumberError } from '../../domain/passes/PassField.tsx'
import { today } from '../../kit/browser/days.ts'
import { useFieldError } from '../../kit/forms/field-error.tsx'
import { Panel, Result, Skeleton } from '../../kit/page/Panel.tsx'
import { carryPass } from '../../session/carried-pass.ts'
import { query } from '../../session/queries.ts'
import styles from './PassDeskPanel.module.css'

const deskPath = '/services-and-settings'

const rollsOfToday = (rolls: number) =>
  rolls === 0
    ? 'Vandaag zijn er nog geen rollen uitgegeven.'
    : `Vandaag ${rolls === 1 ? 'is er 1 rol' : `zijn er ${rolls} rollen`} uitgegeven.`

/** The scan field of the pass desk. A scan and Enter open the desk with the resident. */
export function PassDeskPanel() {
  const router = useRouter()
  const navigate = useNavigate()
  const issued = useQuery(query(listRollIssues, { query: { from: today(), to: today() } }))
  const field = useRef<HTMLInputElement>(null)
  const [refused, refuse] = useFieldError()

  // The clerk types the number of rolls right after the scan: the desk must open at once.
  useEffect(() => void router.preloadRoute({ to: deskPath }), [router])

  const enter = (typed: string) => {
    const error = passNumberError(typed)
    refuse(error)
    if (error) return false
    carryPass(typed)
    void navigate({ to: deskPath })
    return true
  }

  return (
    <Panel title="Milieupas" aside={<Link to="/services-and-settings/requests">Alle uitgiften</Link>}>
      <div className={styles.desk}>
        <PassField field={field} error={refused} onEnter={enter} />
        <div className={styles.today}>
          <Result of={issued} waiting={<Skeleton lines={1} />}>
            {({ meta }) => <p>{rollsOfToday(meta.total_rolls)}</p>}
          </Result>
        </div>
      </div>
    </Panel>
  )
}
