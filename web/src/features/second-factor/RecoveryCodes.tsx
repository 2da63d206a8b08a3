import { Button, Buttons, CopyButton, PrintButton } from '../../kit/buttons/Button.tsx'
import styles from './SecondFactorPanel.module.css'

/** The outcome of a task: a message, and new recovery codes if the server made any. */
export type FactorChange = { text: string; recovery_codes?: string[] | null }

/** New recovery codes. The server shows them once. */
export const RecoveryCodes = ({ codes, onStored }: { codes: string[]; onStored: () => void }) => (
  <div className="column gap-5">
    <p>Bent u uw telefoon of passkey kwijt? Dan logt u in met een van deze codes. Elke code werkt één keer.</p>
    <ul className={styles.codes} aria-label="Herstelcodes">
      {codes.map((code) => (
        <li key={code} className="code">
          {code}
        </li>
      ))}
    </ul>
    <p>Bewaar de codes op papier of in een wachtwoordkluis. Ze worden niet nog eens getoond.</p>
    <Buttons>
      <Button size="md" onClick={onStored}>
        Ik heb ze bewaard
      </Button>
      <PrintButton />
      <CopyButton text={codes.join('\n')} label="Kopieer de herstelcodes" />
    </Buttons>
  </div>
)
