import { Buttons, LinkButton } from '../../kit/buttons/Button.tsx'
import { Panel } from '../../kit/page/Page.tsx'

/** The password of the employee, with a link to the page that changes it. */
export const PasswordPanel = () => (
  <Panel title="Wachtwoord">
    <p>Kent een ander uw wachtwoord? Wijzig het dan meteen. U bent daarna op andere apparaten uitgelogd.</p>
    <Buttons>
      <LinkButton variant="default" to="/change-password">
        Wachtwoord wijzigen
      </LinkButton>
    </Buttons>
  </Panel>
)
