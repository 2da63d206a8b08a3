import { checkLogs, type LogState, listLogs } from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { countText, dayText, timeText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { PillLinks } from '../../kit/buttons/PillLinks.tsx'
import { errorText } from '../../kit/forms/Form.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { AuditEvents } from './AuditEvents.tsx'
import styles from './LogsPanel.module.css'
import { MonthReview } from './MonthReview.tsx'
import { SubjectReport } from './SubjectReport.tsx'

const parts = {
  events: { name: 'Wie keek waarnaar', Part: AuditEvents },
  months: { name: 'Maandbeoordeling', Part: MonthReview },
  report: { name: 'Verslag voor een inwoner', Part: SubjectReport },
  logs: { name: 'Zijn de logboeken heel?', Part: LogsPanel },
}
type PartName = keyof typeof parts

/** The audit pages of the administrator. The URL holds the part that is shown, and never a pass number. */
export function AuditPage() {
  const { part } = useSearch({ strict: false }) as { part?: string }
  const shown: PartName = part !== undefined && Object.hasOwn(parts, part) ? (part as PartName) : 'events'
  const { Part } = parts[shown]
  return (
    <ServicesPage>
      <PillLinks
        label="Delen van het logboek"
        links={Object.entries(parts).map(([id, { name }]) => ({ name, search: { part: id }, current: id === shown }))}
      />
      <Part />
    </ServicesPage>
  )
}

const logNames: Record<LogState['log'], string> = {
  audit: 'Auditlogboek',
  security: 'Beveiligingslogboek',
  processing: 'Verwerkingenlogboek',
}

/** Describes the result of the last check of a log. */
function stateText({ checked }: LogState) {
  if (!checked) return 'Nog niet gecontroleerd.'
  const checkedAt = `Gecontroleerd op ${dayText(checked.at)} om ${timeText(checked.at)}`
  return checked.broken_at === null
    ? `${checkedAt}: heel, er is niets weggehaald of gewijzigd.`
    : `${checkedAt}: niet heel vanaf regel ${checked.broken_at}. Laat dit onderzoeken.`
}

/** The three logs, and whether an entry was removed or changed. */
function LogsPanel() {
  const client = useQueryClient()
  const logs = useQuery(query(listLogs, {}))
  const check = useMutation({
    mutationFn: () => call(checkLogs, {}),
    onSuccess: (found) => client.setQueryData(query(listLogs, {}).queryKey, found),
    // A check that takes longer than the call's timeout continues on the server, and may have finished.
    onError: () => client.invalidateQueries({ queryKey: query(listLogs, {}).queryKey }),
  })
  return (
    <Panel
      title="Zijn de logboeken heel?"
      aside={
        <ActionButton variant="default" busy={check.isPending} onClick={() => check.mutate()}>
          Nu controleren
        </ActionButton>
      }
    >
      {check.error && <p role="alert">{errorText(check.error)}</p>}
      <Result of={logs} empty={<p>Er zijn geen logboeken.</p>}>
        {(found) => (
          <ul className="column" aria-live="polite">
            {found.map((state) => (
              <li key={state.log} className={`beside ${state.checked?.broken_at == null ? '' : styles.broken}`}>
                <Icon name={state.checked?.broken_at == null ? 'check' : 'alert'} />
                <div>
                  <p>
                    <strong>{logNames[state.log]}</strong>,{' '}
                    {countText(state.length - state.kept_from + 1, 'regel', 'regels')}
                  </p>
                  <p>{stateText(state)}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}
