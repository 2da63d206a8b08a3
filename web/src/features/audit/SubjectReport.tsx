import { auditActionNames, type Processing, parseInput, purposeNames, showSubjectReport } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { countText, momentText } from '../../kit/browser/format.ts'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { Field, Fields, Form } from '../../kit/forms/Form.tsx'
import { Announcement, Panel } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { call } from '../../session/api.ts'
import { PaperNote } from '../../session/ExportButtons.tsx'

function ProcessingTable({ processings }: { processings: Processing[] }) {
  return (
    <Table
      caption="Wat er met de gegevens is gedaan, het laatste eerst"
      columns={['Moment', 'Handeling', 'Doel']}
      data-long
    >
      <tbody>
        {processings.map(({ at, action, purpose }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and rows may be equal.
          <tr key={index}>
            <th scope="row">{momentText(at)}</th>
            <td>{auditActionNames[action]}</td>
            <td data-line>{purposeNames[purpose]}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The report for a resident: what was done with their data, and why. */
export function SubjectReport() {
  const report = useMutation({
    gcTime: 0,
    mutationFn: (environmental_pass_number: string) => call(showSubjectReport, { body: { environmental_pass_number } }),
  })
  const title = report.data ? `${countText(report.data.length, 'keer', 'keer')} verwerkt` : ''
  return (
    <>
      <Panel title="Verslag voor een inwoner">
        <p>Wat er met de gegevens bij een pas is gedaan, en waarom. Wie het deed, staat er niet in.</p>
        <div className="screen-only">
          <Form
            label="Verslag maken"
            error={report.error}
            check={(values) => parseInput(showSubjectReport.body, values).errors}
            onSubmit={({ environmental_pass_number = '' }) => report.mutate(environmental_pass_number)}
          >
            <Fields button={<SubmitButton busy={report.isPending}>Verslag maken</SubmitButton>}>
              <Field name="environmental_pass_number" label="Pasnummer" autoComplete="off" />
            </Fields>
          </Form>
        </div>
      </Panel>
      <Announcement>{title}</Announcement>
      {report.data && (
        <Panel title={title}>
          <p className="paper-only">Milieupas …{report.variables.slice(-4)}</p>
          <PaperNote />
          {report.data.length > 0 ? (
            <ProcessingTable processings={report.data} />
          ) : (
            <p>Over deze pas is niets vastgelegd.</p>
          )}
        </Panel>
      )}
    </>
  )
}
