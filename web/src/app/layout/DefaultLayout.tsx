import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMenu } from '../../session/menu.ts'
import styles from './DefaultLayout.module.css'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { OverlayMenu } from './OverlayMenu.tsx'
import { Sidebar } from './Sidebar.tsx'

/** The layout of every screen behind the login: menu, header, screen, footer. */
export function DefaultLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const { collapsed, open, toggle, closeMenu } = useMenu()
  return (
    <div className={styles.layout} data-collapsed={collapsed || undefined}>
      <a href="#inhoud" className={`screen-only ${styles.skip}`}>
        Naar de inhoud
      </a>
      <div className={`screen-only on-navy ${styles.sidebar}`}>
        <Sidebar collapsed={collapsed} onToggle={toggle} />
      </div>
      <OverlayMenu open={open} onClose={closeMenu} />
      <Header />
      <main id="inhoud" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <KeysDialog />
    </div>
  )
}
