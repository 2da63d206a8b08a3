import type { EmployeeSession } from '@rd4-loket/contract'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { momentText } from '../../kit/browser/format.ts'
import { ConfirmButton, type ConfirmButtonProps } from '../../kit/buttons/ConfirmButton.tsx'
import type { Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { Badge } from '../../kit/tables/Table.tsx'
import styles from './SessionsPanel.module.css'

/** The browser of a session in words: 'Firefox op Windows'. */
const browserText = ({ browser, system }: EmployeeSession) =>
  [browser ?? 'Onbekende browser', system && `op ${system}`].filter(Boolean).join(' ')

type SessionsPanelProps = {
  title: string
  sessions: UseQueryOptions<EmployeeSession[]>
  /** The fields with which the employee confirms. `onEnd` and `onEndAll` get their values. */
  form?: ConfirmButtonProps['form']
  onEnd: (session_id: string, values: Values) => Promise<unknown>
  onEndAll: (values: Values) => Promise<unknown>
  /** The text of the button that ends all sessions except the session of this page. */
  endAllText: string
}

/** The live sessions of an employee, each with a button to end it. The session of this page has no button. */
export function SessionsPanel({ title, sessions, form, onEnd, onEndAll, endAllText }: SessionsPanelProps) {
  const found = useQuery(sessions)
  const others = found.data?.filter(({ is_current }) => !is_current) ?? []
  const end = async (running: Promise<unknown>, message: string) => {
    await running.finally(() => found.refetch())
    showMessage(message)
  }
  return (
    <Panel
      title={title}
      aside={
        others.length > 1 && (
          <ConfirmButton
            question={`${others.length} sessies beëindigen?`}
            consequence="Daar is men meteen uitgelogd."
            action="Beëindigen"
            form={form}
            onConfirm={(values) => end(onEndAll(values), `${others.length} sessies zijn beëindigd`)}
          >
            {endAllText}
          </ConfirmButton>
        )
      }
    >
      <Result of={found} empty={<p>Er is nergens ingelogd.</p>}>
        {(list) => (
          <ul className="ruled">
            {list.map((session) => (
              <li key={session.id} className={`row ${styles.session}`}>
                <div className={`column ${styles.text}`}>
                  <h3>
                    {browserText(session)} {session.is_current && <Badge>Deze sessie</Badge>}
                  </h3>
                  <p className="dimmed small">
                    Ingelogd op {momentText(session.started_at)}, vanaf {session.network || 'een onbekend netwerk'}
                  </p>
                  <p className="dimmed small">
                    Laatst gebruikt op {momentText(session.last_used_at)}, of hoogstens vijf minuten later
                  </p>
                </div>
                {!session.is_current && (
                  <ConfirmButton
                    question={`De sessie in ${browserText(session)} beëindigen?`}
                    consequence="Daar is men meteen uitgelogd."
                    action="Beëindigen"
                    form={form}
                    onConfirm={(values) => end(onEnd(session.id, values), 'De sessie is beëindigd')}
                  >
                    Beëindig
                    <span className="visually-hidden">
                      : {browserText(session)}, ingelogd op {momentText(session.started_at)}
                    </span>
                  </ConfirmButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}
