import { Link } from '@tanstack/react-router'
import styles from './Footer.module.css'

/** The copyright line, and a link to the accessibility statement. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>© {new Date().getFullYear()} Rd4 Loket</p>
      <Link to="/toegankelijkheid">Toegankelijkheid</Link>
    </footer>
  )
}
