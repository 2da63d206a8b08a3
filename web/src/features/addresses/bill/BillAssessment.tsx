import { type Assessment, euroText } from '@rd4-loket/contract'
import { Table } from '../../../kit/tables/Table.tsx'
import { assessedText } from './bill-text.ts'

/** The number and the lines of an assessment, as they were imposed. */
export const BillAssessment = ({ of: { number, amount_cents, lines } }: { of: Assessment }) => (
  <details className="screen-only">
    <summary>
      Zo is aanslag <span className="code">{number}</span> opgelegd
    </summary>
    <Table
      caption={`Regels van aanslag ${number}`}
      columns={['Waarvoor', { name: 'Aantal × tarief', number: true }, { name: 'Bedrag', number: true }]}
      data-long
      rows={lines.map((line) => (
        <tr key={`${line.description} ${line.count} ${line.unit_cents} ${line.amount_cents}`}>
          <th scope="row">{line.description}</th>
          <td data-number>{assessedText(line)}</td>
          <td data-number>{euroText(line.amount_cents)}</td>
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
)
