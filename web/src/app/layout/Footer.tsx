import { Link } from '@tanstack/react-router'
import styles from './Footer.module.css'

/** The copyright line, and a link to the accessibility statement. */
export function Footer() {
  return (
    <footer className={`row remark screen-only ${styles.footer}`}>
      <p>© {new Date().getFullYear()} Rd4 Loket</p>
      <Link to="/toegankelijkheid" className="inline">
        Toegankelijkheid
      </Link>
    </footer>
  )
}
