import styles from './Footer.module.css'

/** The year and whose work this is. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>© {new Date().getFullYear()} Rd4 Loket</p>
    </footer>
  )
}
