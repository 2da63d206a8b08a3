import { Role, roleNames } from '@rd4-loket/contract'
import { useField } from '../../kit/forms/Form.tsx'
import styles from './RolesField.module.css'

const whatFor: Record<Role, string> = {
  bsgw_employee: 'Zoekt adressen en verzamelsystemen',
  municipal_employee: 'Zoekt milieupassen en geeft rollen uit',
  administrator: 'Beheert medewerkers en ophaaldagen, en ziet het logboek',
}

/** The roles in a form's text, one after the other. */
export const rolesIn = (text = '') => Role.options.filter((role) => text.split(',').includes(role))

/** A choice of the roles that are offered; together they are one value of the form. */
export function RolesField({ offered }: { offered: Role[] }) {
  const { id, value, error, onChange } = useField('roles')
  const chosen = rolesIn(value)
  const toggle = (role: Role, on: boolean) =>
    onChange({
      currentTarget: { value: Role.options.filter((it) => (it === role ? on : chosen.includes(it))).join(',') },
    })
  return (
    <fieldset className={styles.roles} data-invalid={error ? true : undefined}>
      <legend>Rollen</legend>
      {offered.map((role, at) => (
        <div key={role} className={styles.role}>
          <input
            type="checkbox"
            id={at === 0 ? id : `${id}-${role}`}
            checked={chosen.includes(role)}
            onChange={(event) => toggle(role, event.currentTarget.checked)}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-${role}-for ${id}-error`}
          />
          <label htmlFor={at === 0 ? id : `${id}-${role}`}>{roleNames[role]}</label>
          <span id={`${id}-${role}-for`}>{whatFor[role]}</span>
        </div>
      ))}
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
      <input type="hidden" name="roles" value={value} />
    </fieldset>
  )
}
