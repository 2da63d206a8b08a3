import { ApiError, endOtherSessions, endOwnSession, listOwnSessions, parseInput } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SessionsPanel } from '../../domain/sessions/SessionsPanel.tsx'
import { PasswordField, type Values } from '../../kit/forms/Form.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'

const toPassword = ({ current_password = '' }: Values) => ({ current_password })

const passwordForm = {
  check: (values: Values) => parseInput(endOtherSessions.body, toPassword(values)).errors,
  children: <PasswordField name="current_password" label="Huidig wachtwoord" autoComplete="current-password" />,
}

/**
 * The sessions of the employee, who can end all except the session of this page. Ending one needs the password. After a
 * login at an organisation it needs a recent login there; `newLogin` starts one.
 */
export function OwnSessionsPanel({ newLogin }: { newLogin: ReactNode }) {
  const sessions = query(listOwnSessions, {})
  const hasPassword = !useQuery(sessions).data?.some((it) => it.is_current && it.by_organisation)
  const [mustLogIn, setMustLogIn] = useState(false)
  const end = (ending: Promise<unknown>) =>
    ending.catch((error) => {
      setMustLogIn(error instanceof ApiError && error.status === 409)
      throw error
    })
  const bodyOf = (values: Values) => (hasPassword ? toPassword(values) : {})
  return (
    <SessionsPanel
      title="Waar u bent ingelogd"
      sessions={sessions}
      form={hasPassword ? passwordForm : mustLogIn ? { children: newLogin } : undefined}
      onEnd={(session_id, values) => end(call(endOwnSession, { params: { session_id }, body: bodyOf(values) }))}
      onEndAll={(values) => end(call(endOtherSessions, { body: bodyOf(values) }))}
      endAllText="Beëindig alle andere"
    />
  )
}
