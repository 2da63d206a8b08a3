import { isBsgwEmployee, type ListedMalfunction, wasteStreamNames } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { useSession } from '../../session/session.ts'
import styles from './DashboardPage.module.css'

type ListedContainer = Pick<ListedMalfunction, 'collection_system' | 'container_number' | 'waste_type'>

type ContainerListProps<Container> = {
  of: Container[]
  /** The number of containers of which `of` has the first. */
  total: number
  /** The Dutch word for the containers in `of`, if there are others: `nieuwste`. */
  first: string
  /** The state of a container, after its waste stream. */
  stateText: (container: Container) => string
  /** What is below the state of a container. */
  children?: (container: Container) => ReactNode
}

/** Shared containers with their state. A provider employee can open the collection system of each container. */
export function ContainerList<Container extends ListedContainer>(props: ContainerListProps<Container>) {
  const { of: containers, total, first, stateText, children } = props
  const session = useSession()
  const mayOpen = session !== null && isBsgwEmployee(session.user)
  return (
    <>
      <ul className={styles.items}>
        {containers.map((container) => {
          const { collection_system: system, container_number, waste_type } = container
          return (
            <li key={`${system.alias} ${container_number}`} className="beside">
              <StreamMark stream={waste_type} size={24} />
              <div>
                {mayOpen ? (
                  <Link to="/collection-system/$alias" params={{ alias: system.alias }}>
                    {system.name}
                  </Link>
                ) : (
                  <strong className="bold">{system.name}</strong>
                )}
                {mayOpen && <span className="dimmed small">, {system.municipality.name}</span>}
                <span className="below">
                  {wasteStreamNames[waste_type]}: {stateText(container)}
                </span>
                {children?.(container)}
              </div>
            </li>
          )
        })}
      </ul>
      {total > containers.length && (
        <p className="dimmed small">
          Alleen de {containers.length} {first} staan hier.
        </p>
      )}
    </>
  )
}
