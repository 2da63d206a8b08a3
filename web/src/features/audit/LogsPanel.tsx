import { checkLogs, type LogState, listLogs } from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { countText, dayText, timeText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { errorText } from '../../kit/forms/Form.tsx'
import { Panel, Result } from '../../kit/page/Panel.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import styles from './LogsPanel.module.css'

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
export function LogsPanel() {
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
