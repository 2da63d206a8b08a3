import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import styles from './Spinner.module.css'

/**
 * The spinner of the page, bottom right. It turns while details load in the cache of its part of the page. In the
 * portal itself it also turns during a logout.
 */
export function Spinner({ withLogout = false }: { withLogout?: boolean }) {
  const loadingCount = useIsFetching({ predicate: ({ meta }) => meta?.spinner === true })
  const logoutCount = useIsMutating({ mutationKey: ['logout'] })
  if (loadingCount + (withLogout ? logoutCount : 0) === 0) return null
  return (
    <div className={styles.spinner} role="status" data-page-spinner>
      <span className="visually-hidden">Bezig met laden</span>
    </div>
  )
}
