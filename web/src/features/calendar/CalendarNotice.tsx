import { broughtText, type CalendarMeta } from '@rd4-loket/contract'
import { unpublishedText } from '../../domain/collections/collections.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Drawing } from '../../kit/page/Drawing.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './CalendarNotice.module.css'

/**
 * Why days are missing: a year that is not published, a stream not collected at the door, an address without an area.
 */
export function CalendarNotice({ meta }: { meta: CalendarMeta }) {
  const lines = [
    ...(meta.address && !meta.area ? ['Voor dit adres is nog geen ophaalgebied bekend.'] : []),
    ...meta.unpublished.map(unpublishedText),
    ...meta.brought.map((it) => `${broughtText(it)}.`),
  ]
  if (lines.length === 0) return null
  return (
    <div className={`box row ${styles.notice}`}>
      {meta.unpublished.length > 0 ? <Drawing name="unpublished" width={80} /> : <Icon name="info" />}
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}

/** A notice that the days are sample data, with a button to their year. */
export function SampleNotice({ year, onGo }: { year: string; onGo: (() => void) | undefined }) {
  return (
    <div className={`box row ${styles.notice}`}>
      <Icon name="info" />
      <p>Dit zijn voorbeeldgegevens uit {year}. Echte ophaaldagen staan hier nu niet in.</p>
      {onGo && (
        <Button variant="default" onClick={onGo}>
          Ga naar {year}
        </Button>
      )}
    </div>
  )
}
