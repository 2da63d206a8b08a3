import { useIsMutating } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useUndoableQuery } from '../../domain/undo/undoable.ts'
import { timeText } from '../../kit/browser/format.ts'
import { hasUnsavedWork } from '../../kit/forms/unsaved-work.ts'
import { messages } from '../../kit/page/Messages.tsx'
import { connectionLost, extendSession, sessionEnd } from '../../session/api.ts'
import { requestLogin } from '../../session/login-request.ts'
import { useSession } from '../../session/session.ts'
import { tryConnection } from '../follow-connection.ts'
import { newVersion } from '../follow-version.ts'
import { Bar } from './Bar.tsx'
import styles from './StatusBar.module.css'
import type { UndoBarProps } from './UndoBar.tsx'

const warnBefore = 2 * 60_000
const checkInterval = 1_000

/** Returns the time at which the session ends. Returns undefined until two minutes before that time. */
function useNearEnd() {
  const end = sessionEnd.use()
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (end === undefined) return
    const timer = setTimeout(() => setIsNear(true), Math.max(end - warnBefore - Date.now(), 0))
    return () => {
      clearTimeout(timer)
      setIsNear(false)
    }
  }, [end])
  return isNear ? end : undefined
}

/** Retries the connection on request, and reports a failure. Shown only while there is no connection. */
function LostBar() {
  const [busy, setBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const tryNow = async () => {
    setBusy(true)
    await tryConnection()
    setHasFailed(true)
    setBusy(false)
  }
  const lostText = hasFailed ? 'Nog steeds geen verbinding met het loket' : 'Geen verbinding met het loket'
  return <Bar text={busy ? 'Verbinding zoeken…' : lostText} action="Probeer nu" busy={busy} onAct={tryNow} />
}

type VersionBarProps = { isRequested: boolean; onRequest: () => void }

/** Offers the new version. On request, reloads the page at once, or as soon as it has no unsaved work. */
function VersionBar({ isRequested, onRequest }: VersionBarProps) {
  // Waits for mutations in flight and for visible messages.
  const busy = useIsMutating() + messages.use().length > 0
  useEffect(() => {
    if (!isRequested || busy) return
    const loadWhenFree = () => hasUnsavedWork() || location.reload()
    loadWhenFree()
    const timer = setInterval(loadWhenFree, checkInterval)
    return () => clearInterval(timer)
  }, [isRequested, busy])
  if (isRequested) return <Bar text="Rond af wat u typt. Daarna komt de nieuwe versie." />
  return <Bar text="Er is een nieuwe versie" action="Herladen" onAct={onRequest} />
}

/** Loads the code that undoes. After a new release it can be missing: then only the pass desk has undo. */
export const loadUndoBar = async () => ({
  default: await import('./UndoBar.tsx').then(
    (part) => part.UndoBar,
    () =>
      ({ otherwise }: UndoBarProps) =>
        otherwise,
  ),
})
const UndoBar = lazy(loadUndoBar)

/** One status below the header, the most urgent first: no connection, session ending, undo, new version. */
export function StatusBar() {
  const isDesk = useLocation({ select: ({ pathname }) => pathname === '/services-and-settings' })
  const user = useSession()?.user
  const { data: undoable = [], isRefetching } = useUndoableQuery()
  const end = useNearEnd()
  const [isExtending, setExtending] = useState(false)
  // Another bar can replace that of the new version for a while. The request remains.
  const [isVersionRequested, setVersionRequested] = useState(false)
  const lost = connectionLost.use()
  const outdated = newVersion.use()
  const bar = () => {
    if (lost) return <LostBar />
    if (user && end !== undefined)
      return (
        <Bar
          text={`Uw sessie eindigt om ${timeText(new Date(end).toISOString())}`}
          action="Blijf ingelogd"
          busy={isExtending}
          onAct={async () => {
            setExtending(true)
            const isLonger = await extendSession().then(
              (next) => next - Date.now() > warnBefore,
              () => false,
            )
            setExtending(false)
            // Use cannot extend a session beyond 14 days, so the employee must log in again.
            if (!isLonger) requestLogin('ending')
          }}
        />
      )
    const version = outdated ? (
      <VersionBar isRequested={isVersionRequested} onRequest={() => setVersionRequested(true)} />
    ) : null
    // During a reload too, because Ctrl+Z can be pressed before the list names the latest action.
    if (isDesk || !(undoable.length || isRefetching)) return version
    return (
      <Suspense fallback={version}>
        <UndoBar otherwise={version} />
      </Suspense>
    )
  }
  return (
    <div role="status" className={styles.place}>
      {bar()}
    </div>
  )
}
