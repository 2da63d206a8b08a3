import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import styles from './Spinner.module.css'

/** The page's spinner, bottom right: turns while details load or a session ends. */
export function Spinner() {
  const loading = useIsFetching({ predicate: ({ meta }) => meta?.spinner === true })
  const ending = useIsMutating({ mutationKey: ['logout'] })
  if (loading + ending === 0) return null
  return (
    <div className={styles.spinner} role="status">
      <span className="visually-hidden">Bezig met laden</span>
    </div>
  )
}
