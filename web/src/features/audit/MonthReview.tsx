import { type EmployeeMonth, reviewMonth, showMonth } from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { today } from '../../kit/browser/days.ts'
import { countText, dayText, monthText } from '../../kit/browser/format.ts'
import { ActionButton, Button } from '../../kit/buttons/Button.tsx'
import { errorText, Field, Fields, Form, inputErrorIn } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Announcement, Panel, Result } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { call } from '../../session/api.ts'
import { PaperNote } from '../../session/ExportButtons.tsx'
import { query } from '../../session/queries.ts'

/** Describes what may need an explanation in an employee's month. */
function remarksOn({ lookups, names_shown, not_found, outside_hours, same_pass }: EmployeeMonth) {
  const share = lookups === 0 ? 0 : Math.round((not_found / lookups) * 100)
  return [
    `${names_shown} keer de hele naam`,
    `${share} % niet gevonden`,
    `${outside_hours} keer buiten kantoortijd`,
    `dezelfde pas ten hoogste ${same_pass} keer`,
  ]
}

function MonthRow({ row, month }: { row: EmployeeMonth; month: string }) {
  const client = useQueryClient()
  const params = { month, employee_id: String(row.employee_id) }
  const review = useMutation({
    mutationFn: () => call(reviewMonth, { params }),
    onSuccess: async () => {
      await client.invalidateQueries(query(showMonth, { params: { month } }))
      showMessage(`De maand van ${row.name} is beoordeeld`)
    },
  })
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td>{row.lookups} keer</td>
      <td data-line>{remarksOn(row).join(', ')}</td>
      <td>
        {row.reviewed ? (
          `${dayText(row.reviewed.at)}, door ${row.reviewed.by ?? 'wie er niet meer is'}`
        ) : (
          <ActionButton variant="default" size="xs" busy={review.isPending} onClick={() => review.mutate()}>
            Markeer als beoordeeld<span className="visually-hidden">: {row.name}</span>
          </ActionButton>
        )}
        {review.error && <p role="alert">{errorText(review.error)}</p>}
      </td>
    </tr>
  )
}

/** The number of residents that each employee looked up in a month, with a button to mark the month as reviewed. */
export function MonthReview() {
  const { month = today().slice(0, 7) } = useSearch({ strict: false }) as { month?: string }
  const navigate = useNavigate()
  const rows = useQuery({ ...query(showMonth, { params: { month } }), staleTime: 0 })
  return (
    <Panel title="Maandbeoordeling">
      <div className="screen-only">
        <Form
          label="Maand kiezen"
          filled={{ month }}
          error={inputErrorIn(rows.error)}
          onSubmit={(values) => navigate({ to: '.', search: { part: 'months', month: values['month'] ?? '' } })}
        >
          <Fields
            button={
              <Button type="submit" size="md">
                Tonen
              </Button>
            }
          >
            <Field name="month" label="Maand" description="Zoals 2026-11" type="month" />
          </Fields>
        </Form>
      </div>
      {rows.data && <PaperNote criteria={`${monthText(Number(month.slice(5)) - 1)} ${month.slice(0, 4)}`} />}
      <Announcement>{rows.data && countText(rows.data.length, 'medewerker', 'medewerkers')}</Announcement>
      <Result of={rows} empty={<p>In deze maand is niemand opgezocht.</p>}>
        {(found) => (
          <Table
            caption="Per medewerker wat er is opgezocht"
            columns={['Medewerker', 'Opgezocht', 'Bijzonderheden', 'Beoordeeld']}
            data-long
          >
            <tbody>
              {found.map((row) => (
                <MonthRow key={row.employee_id} row={row} month={month} />
              ))}
            </tbody>
          </Table>
        )}
      </Result>
    </Panel>
  )
}
