import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import styles from './Spinner.module.css'

/** The spinner of the page, bottom right. It turns while details load or a logout is in flight. */
export function Spinner() {
  const loadingCount = useIsFetching({ predicate: ({ meta }) => meta?.spinner === true })
  const logoutCount = useIsMutating({ mutationKey: ['logout'] })
  if (loadingCount + logoutCount === 0) return null
  return (
    <div className={styles.spinner} role="status" data-page-spinner>
      <span className="visually-hidden">Bezig met laden</span>
    </div>
  )
}
