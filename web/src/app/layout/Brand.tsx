import { Link } from '@tanstack/react-router'
import { portalLogo, portalName } from '../../kit/page/portal-name.ts'
import styles from './Brand.module.css'
import { Emblem } from './Emblem.tsx'

/** The logo and the name of the portal, as a link to the start page. `small` shows only the logo. */
export function Brand({ small = false }: { small?: boolean }) {
  return (
    <Link to="/" className={`inline ${styles.brand}`} aria-label={`${portalName}, naar de beginpagina`}>
      {portalLogo ? <img src={portalLogo} alt="" width={36} height={36} /> : <Emblem size={36} />}
      {!small && <span>{portalName}</span>}
    </Link>
  )
}
