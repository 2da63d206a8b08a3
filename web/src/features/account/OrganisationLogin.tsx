import { fullPath, organisationLoginProblems, startOrganisationLogin } from '@rd4-loket/contract'
import { AnchorButton } from '../../kit/buttons/Button.tsx'
import { apiHost, organisations } from '../../session/page-settings.ts'

const startUrl = (id: string, query: { page: string; reauthenticate?: 'true' }) =>
  `${apiHost}${fullPath(startOrganisationLogin).replace(':organisation', id)}?${new URLSearchParams(query)}`

/** The reason why the last login at an organisation failed; nothing for any other text in the URL. */
export function LoginProblem({ problem }: { problem: string | undefined }) {
  const text = Object.entries(organisationLoginProblems).find(([name]) => name === problem)?.[1]
  return (
    text && (
      <p className="box" data-tone="error" role="alert">
        {text}
      </p>
    )
  )
}

/**
 * Links to the login pages of organisations, and the reason why the last login there failed. `isInNewTab`: the login
 * opens in another tab, so that this page keeps what the employee typed. `reauthenticates`: the organisation must log
 * the employee in again, although it knows the browser.
 */
export function OrganisationLogin({
  return_to = '/',
  problem,
  isInNewTab = false,
  reauthenticates = false,
}: {
  return_to?: string | undefined
  problem?: string | undefined
  isInNewTab?: boolean
  reauthenticates?: boolean
}) {
  return (
    <section className="column" aria-label="Inloggen bij uw organisatie">
      <LoginProblem problem={problem} />
      {organisations().map(({ id, name }) => (
        <AnchorButton
          key={id}
          variant="default"
          size="md"
          fullWidth
          href={startUrl(id, { page: return_to, ...(reauthenticates && { reauthenticate: 'true' }) })}
          target={isInNewTab ? '_blank' : undefined}
        >
          Inloggen met {name}
          {isInNewTab && <span className="visually-hidden"> (opent een nieuw tabblad)</span>}
        </AnchorButton>
      ))}
    </section>
  )
}
