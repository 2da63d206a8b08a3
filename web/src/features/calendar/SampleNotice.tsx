import { Button } from '../../kit/buttons/Button.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './CalendarNotice.module.css'

/** That the days are an example, and the way to their year. */
export function SampleNotice({ year, onGo }: { year: string; onGo: (() => void) | undefined }) {
  return (
    <div className={styles.notice}>
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
