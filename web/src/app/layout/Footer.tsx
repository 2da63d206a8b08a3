import { Link } from '@tanstack/react-router'
import { Extra } from '../../session/extra-calls.tsx'
import styles from './Footer.module.css'

/** The copyright line, and links to the two public pages. */
export function Footer() {
  return (
    <footer className={`row remark screen-only ${styles.footer}`}>
      <p>© {new Date().getFullYear()} Rd4 Loket</p>
      <Link to="/toegankelijkheid" className="inline">
        Toegankelijkheid
      </Link>
      <Extra>
        <Link to="/dossier-controleren" className="inline">
          Controleer een dossier
        </Link>
      </Extra>
    </footer>
  )
}
