import { type Assessment, type Bill, euroText, isAsAssessed } from '@rd4-loket/contract'
import { countText, dayText } from '../../../kit/browser/format.ts'
import { Icon } from '../../../kit/theme/Icon.tsx'
import styles from './BillPanel.module.css'
import { changeText } from './bill-text.ts'

/**
 * The amount that a bill is about: the imposed amount, or our calculation as long as nothing is imposed.
 * `calculated_cents`: null without our own calculation.
 */
function headlineOf({ year, periods, billed, updated_until, imposed_only }: Bill) {
  const last = periods.at(-1)
  if (!billed || !last || !(imposed_only || periods.some(({ lines }) => lines.length > 0))) return undefined
  const { assessment } = last
  const cents = assessment?.amount_cents ?? billed.amount_cents
  if (cents === null) return undefined
  const isRunning = updated_until?.startsWith(`${year}-`) && !updated_until.endsWith('-12-31')
  const name = assessment
    ? `Aanslag van ${dayText(assessment.assessed_on)}`
    : `Onze berekening${isRunning ? ` tot en met ${dayText(updated_until ?? '')}` : ''}`
  const whose = periods.some(({ is_current }) => is_current !== last.is_current) && last.is_current
  return {
    name: whose ? `${name}, huidige bewoner` : name,
    cents,
    assessment,
    calculated_cents: billed.amount_cents,
  }
}

/** The total of a bill in one sentence, for screen readers. */
export function totalText(bill: Bill) {
  const headline = headlineOf(bill)
  const amount = headline ? `${headline.name}: ${euroText(headline.cents)}.` : 'Geen bedrag bekend.'
  return bill.imposed_only ? `${amount} ${bill.imposed_only}` : amount
}

/** What came after an assessment, in a few words. */
const changesOf = ({ late, objected, tariff_cents }: Assessment) =>
  [
    {
      name: `${countText(late.clearance_ids.length, 'lediging', 'ledigingen')} later geleverd`,
      cents: late.amount_cents,
    },
    { name: 'terug na bezwaar', cents: objected.amount_cents },
    { name: 'andere tarieven of regels', cents: tariff_cents },
  ].filter(({ cents }) => cents !== 0)

/**
 * The one total of a bill: the amount on the letter. Below it stands that our calculation is equal, or what came after
 * the letter and our smaller calculation. Without our own calculation, it says why.
 */
export function BillTotal({ bill }: { bill: Bill }) {
  const headline = headlineOf(bill)
  const why = bill.imposed_only && <p className="remark">{bill.imposed_only}</p>
  if (!headline) return why || null
  const { name, cents, assessment, calculated_cents } = headline
  return (
    <div>
      <p className="remark">{name}</p>
      <p className={styles.total}>{euroText(cents)}</p>
      {why}
      {assessment === null && <p className="remark">Er is nog geen aanslag opgelegd.</p>}
      {assessment && calculated_cents !== null && isAsAssessed(assessment) && (
        <p className={`inline ${styles.equal}`}>
          <Icon name="check" size={18} />
          klopt met onze berekening
        </p>
      )}
      {assessment && calculated_cents !== null && !isAsAssessed(assessment) && (
        <table className={styles.changes}>
          <caption className="visually-hidden">Wat er na de aanslag kwam</caption>
          <tbody>
            {changesOf(assessment).map((change) => (
              <tr key={change.name}>
                <th scope="row">{change.name}</th>
                <td>{changeText(change.cents)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Onze berekening nu</th>
              <td>{euroText(calculated_cents)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </div>
  )
}
