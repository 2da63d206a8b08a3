import { calendarCategoryNames, type ScheduleChange, type ScheduleInput } from '@rd4-loket/contract'
import { countText, longDayText } from '../../kit/browser/format.ts'
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

/** The side effects of a change: residents see it if the year is published, and changed days may disappear. */
export function SideEffects({ published, withdrawn }: Pick<ScheduleChange, 'published' | 'withdrawn'>) {
  return (
    <>
      {published.length > 0 && (
        <p>
          De ophaaldagen van {published.join(' en ')} zijn al gepubliceerd. Bewoners zien de nieuwe dagen meteen, ook in
          hun eigen agenda.
        </p>
      )}
      {withdrawn > 0 && (
        <p>{countText(withdrawn, 'gewijzigde ophaaldag verdwijnt', 'gewijzigde ophaaldagen verdwijnen')} hierdoor.</p>
      )}
    </>
  )
}

/** The preview of a schedule: the number of addresses, and the first collection days before and after. */
export function SchedulePreview({
  of: { area, addresses, before, after, published, withdrawn },
  category,
}: {
  of: ScheduleChange
  category: ScheduleInput['category']
}) {
  return (
    <>
      <p>
        Dit verandert de ophaaldagen van {calendarCategoryNames[category]} voor{' '}
        <strong>{countText(addresses, 'adres', 'adressen')}</strong> in {area.name}.
      </p>
      <div className={styles.days}>
        <Days title="Nu" days={before} />
        <Days title="Straks" days={after} />
      </div>
      <SideEffects published={published} withdrawn={withdrawn} />
    </>
  )
}
