import { Link } from '@tanstack/react-router'
import { portalName } from '../../kit/page/portal-name.ts'
import { OfferedLink } from '../../session/offered.tsx'
import styles from './DefaultLayout.module.css'

/** The copyright line, and links to the two public pages. */
export function Footer() {
  return (
    <footer className={`row remark screen-only ${styles.footer}`}>
      <p>
        © {new Date().getFullYear()} {portalName}
      </p>
      <Link to="/toegankelijkheid" className="inline">
        Toegankelijkheid
      </Link>
      <OfferedLink to="/dossier-controleren" className="inline">
        Controleer een dossier
      </OfferedLink>
    </footer>
  )
}
