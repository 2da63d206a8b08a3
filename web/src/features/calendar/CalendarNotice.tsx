import { broughtText, type CalendarMeta } from '@rd4-loket/contract'
import { unpublishedText } from '../../domain/collections/collections.ts'
import { Drawing } from '../../kit/page/Drawing.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './CalendarNotice.module.css'

/** Why days may be missing from a calendar: a year that is not published, a stream that is brought, an address without an area. */
export function CalendarNotice({ meta }: { meta: CalendarMeta }) {
  const lines = [
    ...(meta.address && !meta.area ? ['Voor dit adres is nog geen ophaalgebied bekend.'] : []),
    ...meta.unpublished.map(unpublishedText),
    ...meta.brought.map((it) => `${broughtText(it)}.`),
  ]
  if (lines.length === 0) return null
  return (
    <div className={styles.notice}>
      {meta.unpublished.length > 0 ? <Drawing name="unpublished" width={80} /> : <Icon name="info" />}
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}
