import { type CorrectionSample, type CorrectionTotals, euroText, wasteStreamNames } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { useChoosePurpose } from '../../domain/bill/address-purpose.ts'
import { countText, momentText, numberText } from '../../kit/browser/format.ts'
import { Table } from '../../kit/tables/Table.tsx'

type Counted = Pick<CorrectionTotals, 'lifts' | 'households' | 'cents'>

/** Returns what a correction is about: `312 ledigingen van 287 huishoudens, samen € 2.012,40`. */
const totalText = ({ lifts, households, cents }: Counted) =>
  `${countText(lifts, 'lediging', 'ledigingen')} van ${countText(households, 'huishouden', 'huishoudens')}, samen ${euroText(cents)}`

/** The totals of a selection or a correction: in all, per municipality, what is left out, and samples. */
export function TotalsOfCorrection({ of }: { of: CorrectionTotals & { samples: CorrectionSample[] } }) {
  const { credit_cents, cents, counts, samples, lifts } = of
  const { municipalities, given_back, unbilled, open, assessed } = counts
  return (
    <>
      <p>
        <strong>{totalText(of)}</strong>
      </p>
      {credit_cents === null && (
        <p>Regels van een gemeente bepalen hoeveel de aanslagen dalen. Het voorstel rekent dat uit.</p>
      )}
      {credit_cents !== null && credit_cents !== cents && (
        <p>Door regels van een gemeente dalen de aanslagen met {euroText(credit_cents)}.</p>
      )}
      <ul>
        {municipalities.map(({ id, name, ...counted }) => (
          <li key={id}>
            {name}: {totalText(counted)}
          </li>
        ))}
      </ul>
      <p>
        {numberText(assessed)} op een opgelegde aanslag, {numberText(lifts - assessed)} nog niet. {numberText(open)} met
        een open vraag of bezwaar: die worden toegekend.
      </p>
      <p className="dimmed">
        Niet meegenomen: {numberText(given_back)} al teruggegeven of in een andere correctie, en {numberText(unbilled)}{' '}
        op geen aanslag.
      </p>
      {samples.length > 0 && (
        <>
          <Table
            caption={`Voorbeelden: ${countText(samples.length, 'lediging', 'ledigingen')}`}
            showsCaption
            data-long
            columns={['Adres', 'Geleegd', 'Wat', { name: 'Bedrag', number: true }]}
            rows={samples.map((sample) => <SampleRow key={sample.clearance_id} of={sample} />)}
          />
          {samples.some((sample) => sample.credit_cents === null) && (
            <p className="dimmed">
              {credit_cents === null
                ? 'Bij ‘zonder regels’ rekent het voorstel uit wat het wordt.'
                : 'Bij ‘zonder regels’ telt een regeling van een huishouden mee. Open het adres voor het bedrag.'}
            </p>
          )}
        </>
      )}
    </>
  )
}

function SampleRow({ of }: { of: CorrectionSample }) {
  const { address, cleared_at, waste_type, volume_litres, cents, credit_cents } = of
  const choosePurpose = useChoosePurpose(address.alias)
  return (
    <tr>
      <th scope="row">
        <Link
          to="/address/$alias"
          params={{ alias: address.alias }}
          search={{ year: cleared_at.slice(0, 4) }}
          onClick={() => choosePurpose('aanslag_bezwaar')}
        >
          {address.line}
        </Link>
      </th>
      <td data-label="Geleegd">{momentText(cleared_at)}</td>
      <td data-label="Wat">
        {wasteStreamNames[waste_type]}
        {volume_litres !== null && ` ${numberText(volume_litres)}\u00a0l`}
      </td>
      <td data-label="Bedrag" data-number>
        {euroText(credit_cents ?? cents)}
        {credit_cents === null && <span className="below remark">zonder regels</span>}
        {credit_cents !== null && credit_cents !== cents && (
          <span className="below remark">zonder regels {euroText(cents)}</span>
        )}
      </td>
    </tr>
  )
}
