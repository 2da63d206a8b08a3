import type { Employee } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { ActionError, errorText } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { lazyPage } from '../../session/lazy-page.ts'
import type { useLogout } from '../../session/logout.ts'
import { OfferedLink } from '../../session/offered.tsx'
import { initials } from './initials.ts'
import { isKeysDialogOpen } from './KeysDialog.tsx'
import styles from './UserMenu.module.css'

const RowHeightChoice = lazyPage(async () => (await import('./RowHeightChoice.tsx')).RowHeightChoice)

/** Gives every table the height of rows that the employee chose: see `--row` in the styles. */
function useRowHeight({ row_height }: Employee) {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (row_height) dataset['rows'] = row_height
    else delete dataset['rows']
    return () => void delete dataset['rows']
  }, [row_height])
}

type UserMenuProps = { employee: Employee; loggingOut: ReturnType<typeof useLogout> }

/** The name of the employee, and a menu. The browser itself opens and closes the menu, also on Escape. */
export function UserMenu({ employee, loggingOut }: UserMenuProps) {
  useRowHeight(employee)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const close = () => list.current?.hidePopover()
  return (
    <div className={`line ${styles.user}`}>
      {loggingOut.error && (
        <ActionError error={loggingOut.error}>Uitloggen is niet gelukt. {errorText(loggingOut.error)}</ActionError>
      )}
      <button type="button" className={`line ${styles.target}`} popoverTarget={id}>
        <span className="visually-hidden">Gebruikersmenu </span>
        <span className={styles.avatar} aria-hidden="true">
          {initials(employee.name)}
        </span>
        <span className={styles.name}>{employee.name}</span>
        <Icon name="chevron-down" size={20} />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className={styles.list}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <div className={styles.who}>
          <strong>{employee.name}</strong>
          <span className="dimmed small">{employee.email}</span>
        </div>
        <Link to="/change-password" className={`line menu-item ${styles.choice}`} onClick={close}>
          <Icon name="key" size={20} />
          Wachtwoord wijzigen
        </Link>
        <OfferedLink to="/account/beveiliging" className={`line menu-item ${styles.choice}`} onClick={close}>
          <Icon name="shield" size={20} />
          Beveiliging
        </OfferedLink>
        <button
          type="button"
          className={`line menu-item ${styles.choice}`}
          onClick={() => {
            close()
            isKeysDialogOpen.write(true)
          }}
        >
          <Icon name="keyboard" size={20} />
          Sneltoetsen
        </button>
        {isOpen && (
          <Suspense>
            <RowHeightChoice employee={employee} />
          </Suspense>
        )}
        <button
          type="button"
          className={`line menu-item ${styles.choice}`}
          onClick={() => {
            close()
            loggingOut.mutate()
          }}
        >
          <Icon name="logout" size={20} />
          Uitloggen
        </button>
      </div>
    </div>
  )
}
