import { type Assessment, euroText } from '@rd4-loket/contract'
import { countText, dayText } from '../../../kit/browser/format.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import styles from './BillPanel.module.css'
import { euroDifferenceText } from './bill-text.ts'

function differenceWords(cents: number) {
  if (cents === 0) return 'even hoog als'
  return `${euroText(Math.abs(cents))} ${cents > 0 ? 'hoger' : 'lager'} dan`
}

/** The reasons why our calculation differs from the assessment, and the lines of the assessment. */
export function BillAssessment({ of: assessment }: { of: Assessment }) {
  const { number, assessed_on, amount_cents, lines, difference_cents, late, objected, tariff_cents } = assessment
  const lateCount = countText(late.clearance_ids.length, 'lediging', 'ledigingen')
  const parts = [
    { name: `Na ${dayText(assessed_on)} geleverd: ${lateCount}`, cents: late.amount_cents },
    { name: 'Teruggaaf na bezwaar', cents: objected.amount_cents },
    { name: 'Andere tarieven of regels', cents: tariff_cents },
  ].filter(({ cents }) => cents !== 0)
  return (
    <div className="column gap-2">
      <h3>
        Aanslag <span className="code">{number}</span>
      </h3>
      {difference_cents === 0 && parts.length === 0 ? (
        <p>Onze berekening is gelijk aan de opgelegde aanslag.</p>
      ) : (
        <>
          <p>Onze berekening is {differenceWords(difference_cents)} de opgelegde aanslag. Dat komt door:</p>
          <ul className={styles.parts}>
            {parts.map(({ name, cents }) => (
              <li key={name}>
                <span>{name}</span>
                <span>{euroDifferenceText(cents)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <details className="screen-only">
        <summary>De regels zoals ze zijn opgelegd</summary>
        <Table
          caption={`Regels van aanslag ${number}`}
          columns={['Wat', { name: 'Aantal × tarief', number: true }, { name: 'Bedrag', number: true }]}
          data-long
          rows={lines.map(({ description, count, unit_cents, amount_cents: cents }) => (
            <tr key={`${description} ${count} ${unit_cents} ${cents}`}>
              <th scope="row">{description}</th>
              <td data-number>{count !== null && unit_cents !== null && `${count} × ${euroText(unit_cents)}`}</td>
              <td data-number>{euroText(cents)}</td>
            </tr>
          ))}
        >
          <tfoot>
            <tr>
              <th scope="row">Samen</th>
              <td />
              <td data-number>{euroText(amount_cents)}</td>
            </tr>
          </tfoot>
        </Table>
      </details>
    </div>
  )
}
