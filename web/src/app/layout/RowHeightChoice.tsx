import { type Employee, type RowHeight, rowHeightNames, saveDisplay } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ActionError, errorText } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { isOffered } from '../../session/offered.tsx'
import { sessionQuery } from '../../session/session.ts'
import styles from './UserMenu.module.css'

const heights = Object.entries(rowHeightNames) as [RowHeight, string][]

/** The choice between compact and roomy rows. The rows change at once; a failure shows the stored height again. */
export function RowHeightChoice({ employee: { row_height } }: { employee: Employee }) {
  const client = useQueryClient()
  const show = (height: Employee['row_height']) =>
    client.setQueryData(sessionQuery.queryKey, (session) =>
      session?.user ? { ...session, user: { ...session.user, row_height: height } } : session,
    )
  const saving = useMutation({
    mutationFn: (height: RowHeight) => call(saveDisplay, { body: { row_height: height } }),
    onMutate: (height) => void show(height),
    onError: () => void show(row_height),
  })
  if (!isOffered(saveDisplay)) return null
  return (
    <fieldset className={styles.heights}>
      <legend>Regels in lijsten</legend>
      {heights.map(([height, name]) => (
        <button
          key={height}
          type="button"
          aria-pressed={row_height === height}
          className={styles.height}
          onClick={() => saving.mutate(height)}
        >
          {name}
        </button>
      ))}
      {saving.error && <ActionError error={saving.error}>{errorText(saving.error)}</ActionError>}
    </fieldset>
  )
}
