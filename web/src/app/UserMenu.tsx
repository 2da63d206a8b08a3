import { Menu } from '@mantine/core'
import { ApiError, type Employee, logout } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { call } from '../shared/api.ts'
import { Icon } from '../shared/Icon.tsx'
import { endSession, forgetShown } from '../shared/session.ts'
import styles from './UserMenu.module.css'

/** At most two letters: of the first and the last word of a name. */
export function initials(name: string) {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}

function useLogout() {
  const client = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationKey: ['logout'],
    mutationFn: () =>
      call(logout, {}).catch((error) => {
        // Who is logged out already has what was asked for.
        if (!(error instanceof ApiError && error.status === 401)) throw error
      }),
    onSuccess: async () => {
      endSession(client, true)
      await router.navigate({ to: '/login' })
      forgetShown(client)
    },
  })
}

/** Who is logged in, and what one can do about it. */
export function UserMenu({ employee }: { employee: Employee }) {
  const leave = useLogout()
  return (
    <div className={styles.user}>
      {leave.error && (
        <p role="alert" className={styles.failed}>
          Uitloggen is niet gelukt. {leave.error.message}
        </p>
      )}
      <Menu position="bottom-end" width={280} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button type="button" className={styles.target} aria-label={`Gebruikersmenu van ${employee.name}`}>
            <span className={styles.avatar} aria-hidden="true">
              {initials(employee.name)}
            </span>
            <span className={styles.name}>{employee.name}</span>
            <Icon name="chevron-down" size={20} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={styles.who}>
            <strong>{employee.name}</strong>
            <span>{employee.email}</span>
          </div>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="key" size={20} />}
            renderRoot={(props) => <Link to="/change-password" {...props} />}
          >
            Wachtwoord wijzigen
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="logout" size={20} />} onClick={() => leave.mutate()}>
            Uitloggen
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
