import { listCollectionChanges, type Municipality } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import { ChangeList } from './ChangeHistory.tsx'
import { PlanningPage } from './PlanningPage.tsx'

/** Who moved or cancelled which collections, newest first. */
export const ChangesPage = () => (
  <PlanningPage>{(municipality) => <ChangesPanel municipality={municipality} />}</PlanningPage>
)

function ChangesPanel({ municipality }: { municipality: Municipality }) {
  const box = useRef<HTMLDivElement>(null)
  const params = { municipality_id: `${municipality.id}` }
  const changes = useQuery(query(listCollectionChanges, { params, query: {} }))
  return (
    <div ref={box}>
      <Panel title="De laatste wijzigingen">
        <Result of={changes} empty={<p>Er zijn nog geen ophaaldagen verplaatst of vervallen.</p>}>
          {/* The pressed button no longer exists. */}
          {(found) => (
            <ChangeList
              municipality={municipality}
              changes={found}
              onUndone={() => box.current?.querySelector('h2')?.focus()}
            />
          )}
        </Result>
      </Panel>
    </div>
  )
}
