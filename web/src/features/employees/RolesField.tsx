import { Role, roleNames } from '@rd4-loket/contract'
import { useField } from '../../kit/forms/Form.tsx'
import styles from './RolesField.module.css'

const descriptions: Record<Role, string> = {
  bsgw_employee: 'Zoekt adressen en verzamelsystemen',
  municipal_employee: 'Zoekt milieupassen en geeft rollen uit',
  administrator: 'Beheert medewerkers en ophaaldagen, en ziet het logboek',
}

/** Returns the roles in the form's value, which lists them with commas. */
export const rolesIn = (text = '') => Role.options.filter((role) => text.split(',').includes(role))

/** Checkboxes for the offered roles, as one value of the form. */
export function RolesField({ offered }: { offered: Role[] }) {
  const { id, value, error, onChange } = useField('roles')
  const chosen = rolesIn(value)
  const toggle = (role: Role, isChecked: boolean) =>
    onChange({
      currentTarget: { value: Role.options.filter((it) => (it === role ? isChecked : chosen.includes(it))).join(',') },
    })
  return (
    <fieldset className={`column gap-2 ${styles.roles}`} data-invalid={error ? true : undefined}>
      <legend>Rollen</legend>
      {offered.map((role, index) => (
        <div key={role} className={`beside ${styles.role}`}>
          <input
            type="checkbox"
            id={index === 0 ? id : `${id}-${role}`}
            checked={chosen.includes(role)}
            onChange={(event) => toggle(role, event.currentTarget.checked)}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-${role}-for ${id}-error`}
          />
          <label htmlFor={index === 0 ? id : `${id}-${role}`}>{roleNames[role]}</label>
          <span id={`${id}-${role}-for`} className="remark">
            {descriptions[role]}
          </span>
        </div>
      ))}
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
      <input type="hidden" name="roles" value={value} />
    </fieldset>
  )
}
