import { endOtherSessions, endOwnSession, listOwnSessions } from '@rd4-loket/contract'
import { SessionsPanel } from '../../domain/sessions/SessionsPanel.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'

/** The sessions of the employee, who can end all except the session of this page. */
export const OwnSessionsPanel = () => (
  <SessionsPanel
    title="Waar u bent ingelogd"
    sessions={query(listOwnSessions, {})}
    onEnd={(session_id) => call(endOwnSession, { params: { session_id } })}
    onEndAll={() => call(endOtherSessions, {})}
    endAllText="Beëindig alle andere"
  />
)
