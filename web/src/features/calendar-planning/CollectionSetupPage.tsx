import type { Municipality } from '@rd4-loket/contract'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { CollectionSection } from '../../domain/collections/collection-sections.ts'
import { AreasPanel } from './AreasPanel.tsx'
import { CollectionHoursPanel } from './CollectionHoursPanel.tsx'
import { ImportPanel } from './ImportPanel.tsx'
import { PickupCapacityPanel } from './PickupCapacityPanel.tsx'
import { PlanningPage } from './PlanningPage.tsx'
import { PublicationPanel } from './PublicationPanel.tsx'
import { RulesPanels } from './RulesPanel.tsx'

/** A section of the page. The path that names it opens the page at this section. */
function Section({ name, children }: { name: CollectionSection; children: ReactNode }) {
  const { section } = useParams({ strict: false })
  const box = useRef<HTMLDivElement>(null)
  const isNamed = section === name
  useEffect(() => {
    if (!isNamed) return
    box.current?.scrollIntoView()
    box.current?.focus({ preventScroll: true })
  }, [isNamed])
  return (
    <div ref={box} {...(isNamed && { tabIndex: -1 })}>
      {children}
    </div>
  )
}

function SetupSections({ municipality }: { municipality: Municipality }) {
  return (
    <>
      <div className="stack side-by-side">
        <Section name="publication">
          <PublicationPanel municipality={municipality} />
        </Section>
        <Section name="pickups">
          <PickupCapacityPanel municipality={municipality} />
        </Section>
      </div>
      <Section name="hours">
        <CollectionHoursPanel municipality={municipality} />
      </Section>
      <Section name="areas">
        <AreasPanel municipality={municipality} />
      </Section>
      <RulesPanels municipality={municipality} />
      <Section name="import">
        <ImportPanel municipality={municipality} />
      </Section>
    </>
  )
}

/** Everything that decides the collection days of a municipality: publication, appointments, areas, rules and lists. */
export const CollectionSetupPage = () => (
  <PlanningPage>{(municipality) => <SetupSections municipality={municipality} />}</PlanningPage>
)
