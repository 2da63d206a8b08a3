import { Page, Panel } from '../../kit/page/Page.tsx'
import { portalName } from '../../kit/page/portal-name.ts'
import styles from './AccessibilityPage.module.css'

/** The accessibility statement, in the sections of the Dutch model statement. It claims only what was tested. */
export function AccessibilityPage() {
  return (
    <Page
      intro={`Dit is de toegankelijkheidsverklaring van het ${portalName}. Iedereen moet het loket kunnen gebruiken.`}
    >
      <div className={`column narrow ${styles.statement}`}>
        <Panel title="Voldoet het loket?">
          <p>
            Status: <strong>eerste maatregelen genomen</strong> (status C). Het doel is EN 301 549 en WCAG 2.2, niveau
            AA. De makers hebben zelf getest. Een onafhankelijk onderzoek is er nog niet, dus een hogere status past
            niet.
          </p>
        </Panel>
        <Panel title="Wat is getest, en hoe?">
          <ul>
            <li>Bij elke wijziging openen tests alle schermen, ook leeg, met fouten en tijdens het laden.</li>
            <li>
              Daar zoeken axe en IBM Equal Access naar fouten, en html-validate in de HTML. Ze vinden niets. Waar ze ten
              onrechte iets melden, staat in de code waarom.
            </li>
            <li>
              Een test loopt met de Tab-toets door elk scherm. Alles wordt één keer bereikt, in de volgorde van het
              lezen, en is dan goed te zien.
            </li>
            <li>
              Wat een schermlezer op elk scherm leest, is opgeschreven en nagelezen. Tests bewaken ook wat vanzelf
              klinkt.
            </li>
            <li>Tests doen het dagelijkse werk van beide rollen met alleen het toetsenbord.</li>
            <li>Tests keuren zinnen van meer dan achttien woorden af.</li>
            <li>
              Alle schermen zijn ook getest op 320 pixels, met tekst van 200 procent en met ruime regels. Zo ook in
              eigen kleuren, en voor de printer.
            </li>
            <li>
              Bewegende beelden kunt u stilzetten. Ze staan vanzelf stil als uw apparaat om minder beweging vraagt.
            </li>
          </ul>
          <p>Deze tests zijn in november 2026 uitgevoerd, in de browser Chromium.</p>
        </Panel>
        <Panel title="Wat voldoet nog niet, of is nog niet bekend?">
          <ul>
            <li>Mensen die een schermlezer, spraak of een vergrootglas gebruiken, hebben het loket nog niet getest.</li>
            <li>In Safari en Firefox is nog niet getest.</li>
            <li>Wat een gemeente zelf in een mededeling schrijft, controleert het loket niet op leesbaarheid.</li>
          </ul>
        </Panel>
        <Panel title="Loopt u ergens tegenaan?">
          <p>
            Meld het bij de beheerder van het loket in uw organisatie. Noem de pagina, en wat u wilde doen. Werkt iets
            niet voor u? Dan zoekt de beheerder met u naar een andere manier.
          </p>
        </Panel>
        <Panel title="Bent u niet tevreden met het antwoord?">
          <p>
            Dan kunt u naar de{' '}
            <a href="https://www.nationaleombudsman.nl" rel="noreferrer">
              Nationale ombudsman
            </a>
            .
          </p>
        </Panel>
        <Panel title="Over deze verklaring">
          <p>Deze verklaring is opgesteld op 22 november 2026 en hoort bij het {portalName} dat u nu gebruikt.</p>
        </Panel>
      </div>
    </Page>
  )
}
