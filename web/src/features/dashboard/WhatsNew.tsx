import { listTasks, markVersionSeen } from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../kit/buttons/Button.tsx'
import { call } from '../../session/api.ts'
import { isOffered } from '../../session/offered.tsx'
import { invalidate, query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
import styles from './DashboardPage.module.css'
import { newsOf, newsVersion } from './whats-new.ts'

/** What is new for the roles of this employee. It is shown until the employee has read it, once per version. */
export function WhatsNew() {
  const client = useQueryClient()
  const user = useSession()?.user
  const tasks = useQuery(query(listTasks, {}, { purpose: 'aanslag_bezwaar' }))
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(markVersionSeen, { body: { version: newsVersion } }),
    onSuccess: () => invalidate(client, listTasks),
  })
  const seen = tasks.data?.meta.seen_version
  // For a new employee everything is new, so only later versions are told.
  const onLoad = useEffectEvent(() => mutate())
  const isFirst = seen === null && isOffered(markVersionSeen)
  useEffect(() => {
    if (isFirst) onLoad()
  }, [isFirst])
  if (!user || seen === undefined || seen === null || seen === newsVersion) return null
  return (
    <div className={`row ${styles.whatsNew}`} role="note">
      {newsOf(user.roles).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Link to="/wat-is-nieuw" onClick={() => mutate()}>
        Alles wat nieuw is
      </Link>
      <Button variant="subtle" size="xs" isBusy={isPending} onClick={() => mutate()}>
        Gelezen
      </Button>
    </div>
  )
}
