import { Link } from '@tanstack/react-router'
import styles from './Brand.module.css'
import { Emblem } from './Emblem.tsx'

/** The name of the portal, as a link to the start page. `small` shows only the emblem. */
export function Brand({ small = false }: { small?: boolean }) {
  return (
    <Link to="/" className={`inline ${styles.brand}`} aria-label="Rd4 Loket, naar de beginpagina">
      <Emblem size={36} />
      {!small && <span>Rd4 Loket</span>}
    </Link>
  )
}
