import {
  calendarCategoryNames,
  listAreaRules,
  listExceptions,
  type ScheduleChange,
  type ScheduleInput,
  saveSchedule,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ActionButton } from '../../shared/ActionButton.tsx'
import { call, query } from '../../shared/api.ts'
import { reasonOf } from '../../shared/Form.tsx'
import { countText, longDayText } from '../../shared/format.ts'
import { showMessage } from '../../shared/Messages.tsx'
import styles from './CollectionsPage.module.css'

function Days({ title, days }: { title: string; days: string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      {days.length === 0 && <p>Geen ophaaldagen</p>}
      <ol>
        {days.map((day) => (
          <li key={day}>{longDayText(day)}</li>
        ))}
      </ol>
    </div>
  )
}

/** What a schedule changes, before it does: for how many addresses, and the first days as they are and become. */
export function SchedulePreview({
  of: { area, addresses, before, after, published, withdrawn },
  body,
  onSaved,
}: {
  of: ScheduleChange
  body: ScheduleInput
  onSaved: () => void
}) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => call(saveSchedule, { body }),
    onSuccess: async () => {
      const params = { municipality_id: `${body.municipality_id}` }
      await Promise.all([
        client.invalidateQueries(query(listAreaRules, { params })),
        client.invalidateQueries(query(listExceptions, { params })),
      ])
      client.removeQueries({ queryKey: ['calendar'] })
      onSaved()
      showMessage('De ophaalregels zijn gewijzigd')
    },
  })
  return (
    <div className={styles.preview} role="status">
      <p>
        Dit verandert de ophaaldagen van {calendarCategoryNames[body.category]} voor{' '}
        <strong>{countText(addresses, 'adres', 'adressen')}</strong> in {area.name}.
      </p>
      <div className={styles.fields}>
        <Days title="Nu" days={before} />
        <Days title="Straks" days={after} />
      </div>
      {published.length > 0 && (
        <p>
          De ophaaldagen van {published.join(' en ')} zijn al gepubliceerd. Bewoners zien de nieuwe dagen meteen, ook in
          hun eigen agenda.
        </p>
      )}
      {withdrawn > 0 && (
        <p>{countText(withdrawn, 'gewijzigde ophaaldag verdwijnt', 'gewijzigde ophaaldagen verdwijnen')} hierdoor.</p>
      )}
      {save.error && <p className={styles.failed}>{reasonOf(save.error)}</p>}
      <div>
        <ActionButton busy={save.isPending} onClick={() => save.mutate()}>
          Doorvoeren
        </ActionButton>
      </div>
    </div>
  )
}
