import { Link } from '@tanstack/react-router'
import styles from './Footer.module.css'

/** The year and whose work this is, and how accessible it is. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>© {new Date().getFullYear()} Rd4 Loket</p>
      <Link to="/toegankelijkheid">Toegankelijkheid</Link>
    </footer>
  )
}
