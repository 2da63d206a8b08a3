import { Link, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { portalName } from '../../kit/page/portal-name.ts'
import { Icon } from '../../kit/theme/Icon.tsx'
import { OfferedLink } from '../../session/offered.tsx'
import { Brand } from './Brand.tsx'
import { Emblem } from './Emblem.tsx'
import styles from './LoginLayout.module.css'
import { StreetDrawing } from './StreetDrawing.tsx'

/** The layout for visitors: the brand on the left, the form on the right. */
export function LoginLayout() {
  const [isStill, setIsStill] = useState(false)
  return (
    <div className={styles.layout}>
      <div className={styles.ground} aria-hidden="true" />
      <header className={`line on-navy ${styles.brand}`}>
        <Brand />
      </header>
      <aside className={styles.claim} aria-label="Over het loket">
        <p>Wat is er opgehaald, waar en wanneer?</p>
        <p>Het loket voor medewerkers van de gemeente en BsGW.</p>
      </aside>
      <div className={styles.street}>
        <StreetDrawing />
      </div>
      <main className={styles.main}>
        <div className={styles.content}>
          <Outlet />
        </div>
      </main>
      <footer className={`row on-navy ${styles.footer}`} data-still={isStill || undefined}>
        <span className={styles.emblem}>
          <Emblem size={72} turning />
        </span>
        <p>
          © {new Date().getFullYear()} {portalName}
        </p>
        <Link to="/toegankelijkheid" className={`inline ${styles.statement}`}>
          Toegankelijkheid
        </Link>
        <OfferedLink to="/dossier-controleren" className={`inline ${styles.statement}`}>
          Controleer een dossier
        </OfferedLink>
        <button type="button" className={`line ${styles.pause}`} onClick={() => setIsStill(!isStill)}>
          <Icon name={isStill ? 'play' : 'pause'} size={18} />
          {isStill ? 'Laat draaien' : 'Zet stil'}
          <span className="visually-hidden"> (het embleem)</span>
        </button>
      </footer>
    </div>
  )
}
