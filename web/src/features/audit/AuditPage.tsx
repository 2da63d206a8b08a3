import { useSearch } from '@tanstack/react-router'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { PillLinks } from '../../kit/buttons/PillLinks.tsx'
import { AuditEvents } from './AuditEvents.tsx'
import { LogsPanel } from './LogsPanel.tsx'
import { MonthReview } from './MonthReview.tsx'
import { SubjectReport } from './SubjectReport.tsx'

const parts = {
  events: { name: 'Wie keek waarnaar', Part: AuditEvents },
  months: { name: 'Maandbeoordeling', Part: MonthReview },
  report: { name: 'Verslag voor een inwoner', Part: SubjectReport },
  logs: { name: 'Zijn de logboeken heel?', Part: LogsPanel },
}
type PartName = keyof typeof parts

/** The audit pages of the administrator. The URL holds the part that is shown, and never a pass number. */
export function AuditPage() {
  const { part } = useSearch({ strict: false }) as { part?: string }
  const shown: PartName = part !== undefined && Object.hasOwn(parts, part) ? (part as PartName) : 'events'
  const { Part } = parts[shown]
  return (
    <ServicesPage>
      <PillLinks
        label="Delen van het logboek"
        links={Object.entries(parts).map(([id, { name }]) => ({ name, search: { part: id }, current: id === shown }))}
      />
      <Part />
    </ServicesPage>
  )
}
