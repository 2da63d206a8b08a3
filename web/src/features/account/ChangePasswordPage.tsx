import { changePassword, parseInput } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { Form, PasswordField, type Values } from '../../kit/forms/Form.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { call } from '../../session/api.ts'
import { renewSession, useSession } from '../../session/session.ts'
import styles from './ChangePasswordPage.module.css'
import { NewPasswordField } from './NewPasswordField.tsx'

const toBody = ({ current_password = '', password = '' }: Values) => ({ current_password, password })

/** Changes the employee's password. An employee who must change it sees why. */
export function ChangePasswordPage() {
  const client = useQueryClient()
  const session = useSession()
  const change = useMutation({
    mutationFn: async (values: Values) => {
      await call(changePassword, { body: toBody(values) })
      // The password is changed even if renewing the session fails. The link below then reloads the page.
      return renewSession(client).then(
        () => ({ renewed: true }),
        () => ({ renewed: false }),
      )
    },
  })
  const mustChange = session?.user.renew_password && !change.isSuccess
  return (
    <Page
      intro={
        mustChange
          ? 'Dit wachtwoord kreeg u van een ander. Kies eerst een eigen wachtwoord, dan kunt u verder.'
          : 'Na het wijzigen bent u op andere apparaten uitgelogd.'
      }
    >
      <div className={styles.narrow}>
        {change.isSuccess ? (
          <Panel title="Uw wachtwoord is gewijzigd">
            <p role="status">Gebruik vanaf nu uw nieuwe wachtwoord.</p>
            <p>
              <Link to="/dashboard" reloadDocument={!change.data.renewed}>
                Naar het dashboard
              </Link>
            </p>
          </Panel>
        ) : (
          <Panel title="Nieuw wachtwoord">
            <Form
              label="Wachtwoord wijzigen"
              error={change.error}
              check={(values) => parseInput(changePassword.body, toBody(values)).errors}
              onSubmit={change.mutate}
            >
              {/* Tells password managers whose password this is. */}
              <input type="hidden" name="email" autoComplete="username" value={session?.user.email ?? ''} />
              <PasswordField name="current_password" label="Huidig wachtwoord" autoComplete="current-password" />
              <NewPasswordField />
              <div>
                <SubmitButton busy={change.isPending}>Wachtwoord wijzigen</SubmitButton>
              </div>
            </Form>
          </Panel>
        )}
      </div>
    </Page>
  )
}
