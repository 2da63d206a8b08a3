import { listMalfunctions } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { malfunctionText, RecordedMalfunctionText } from '../../domain/equipment/RecordedMalfunctionText.tsx'
import { countText, momentText } from '../../kit/browser/format.ts'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import { ContainerList } from './ContainerList.tsx'

/** The malfunctions of collection systems, the newest first. Renders nothing if there are none. */
export function OpenMalfunctions() {
  const malfunctions = useQuery(query(listMalfunctions, {}))
  if (!malfunctions.error && !malfunctions.data?.data.length) return null
  return (
    <Panel
      title="Storingen"
      aside={
        malfunctions.data && (
          <span className="dimmed small">{countText(malfunctions.data.meta.total, 'container', 'containers')}</span>
        )
      }
    >
      <Result of={malfunctions}>
        {({ data, meta: { total } }) => (
          <ContainerList
            of={data}
            total={total}
            nouns={['storing', 'storingen']}
            first="nieuwste"
            stateText={({ malfunction }) => malfunctionText(malfunction)}
          >
            {({ recorded, since }) =>
              recorded ? (
                <RecordedMalfunctionText of={recorded} />
              ) : (
                <span className="below small dimmed">Gemeld door de container op {momentText(since)} uur.</span>
              )
            }
          </ContainerList>
        )}
      </Result>
    </Panel>
  )
}
