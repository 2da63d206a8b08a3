import { fullPath, organisationLoginProblems, startOrganisationLogin } from '@rd4-loket/contract'
import { AnchorButton } from '../../kit/buttons/Button.tsx'
import { apiHost, organisations } from '../../session/page-settings.ts'

const startUrl = (id: string, page: string) =>
  `${apiHost}${fullPath(startOrganisationLogin).replace(':organisation', id)}?${new URLSearchParams({ page })}`

/** Returns the sentence of a problem in the URL; undefined for any other text. */
const problemText = (problem: string | undefined) =>
  Object.entries(organisationLoginProblems).find(([name]) => name === problem)?.[1]

/**
 * Links to the login pages of organisations, and the reason why the last login there failed. `isInNewTab`: the login
 * opens in another tab, so that this page keeps what the employee typed.
 */
export function OrganisationLogin({
  return_to = '/',
  problem,
  isInNewTab = false,
}: {
  return_to?: string | undefined
  problem?: string | undefined
  isInNewTab?: boolean
}) {
  const text = problemText(problem)
  return (
    <section className="column" aria-label="Inloggen bij uw organisatie">
      {text && (
        <p className="box" data-tone="error" role="alert">
          {text}
        </p>
      )}
      {organisations().map(({ id, name }) => (
        <AnchorButton
          key={id}
          variant="default"
          size="md"
          fullWidth
          href={startUrl(id, return_to)}
          target={isInNewTab ? '_blank' : undefined}
        >
          Inloggen met {name}
          {isInNewTab && <span className="visually-hidden"> (opent een nieuw tabblad)</span>}
        </AnchorButton>
      ))}
    </section>
  )
}
