import {
  type Municipality,
  type SetupPart,
  setupHeading,
  setupPartNames,
  setupScreens,
  showSetup,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { useMunicipalityChoice } from '../../domain/settings/SettingForm.tsx'
import { numberText } from '../../kit/browser/format.ts'
import { CopyButton } from '../../kit/buttons/Button.tsx'
import { Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Table, type TableColumn } from '../../kit/tables/Table.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { query } from '../../session/queries.ts'
import { rollText } from '../../session/session.ts'
import styles from './SetupPage.module.css'

const columns: TableColumn[] = [
  { name: 'Onderdeel' },
  { name: 'Aantal', number: true },
  { name: 'Laatst' },
  { name: 'Wat ontbreekt' },
  { name: 'Volgende stap' },
]

/** What a municipality has, and what it still misses before its first bill. */
export function SetupPage() {
  const { municipality, choice } = useMunicipalityChoice({ startsWithFirst: true })
  return (
    <ServicesPage>
      {choice}
      {municipality && <SetupPanel municipality={municipality} />}
    </ServicesPage>
  )
}

function SetupPanel({ municipality: { id, name } }: { municipality: Municipality }) {
  const setup = useQuery(query(showSetup, { params: { municipality_id: `${id}` } }))
  return (
    <Panel
      title={setup.data ? setupHeading(name, setup.data) : `Inrichting van ${name}`}
      aside={setup.data && <Progress parts={setup.data} />}
    >
      <Result of={setup} waiting={<Skeleton columns={columns} />}>
        {(parts) => (
          <Table
            caption={`Inrichting van ${name}`}
            columns={columns}
            rows={parts.map((part) => <PartRow key={part.part} part={part} />)}
            className={styles.parts}
            data-long
          />
        )}
      </Result>
    </Panel>
  )
}

/** One mark per part, tall for a gap, and the number of complete parts. */
function Progress({ parts }: { parts: SetupPart[] }) {
  const complete = parts.filter(({ gap }) => gap === null).length
  return (
    <>
      <span className={styles.marks} aria-hidden="true">
        {parts.map(({ part, gap }) => (
          <span key={part} data-gap={gap !== null || undefined} title={rollText(setupPartNames[part])} />
        ))}
      </span>
      <span className="dimmed small">
        {complete} van {parts.length} klaar
      </span>
    </>
  )
}

function PartRow({ part: { part, count, last, gap, remark, command, screen } }: { part: SetupPart }) {
  const name = rollText(setupPartNames[part])
  return (
    <tr data-gap={gap !== null || undefined}>
      <th scope="row">
        <span className={`inline ${styles.name}`}>
          <Icon name={gap === null ? 'check' : 'alert'} size={18} />
          {name}
        </span>
      </th>
      <td data-number data-label="Aantal" data-none={count === null || undefined}>
        {count !== null && numberText(count)}
      </td>
      <td className={`dimmed ${styles.last}`} data-label="Laatst" data-none={last === null || undefined}>
        {last}
      </td>
      <td className={gap === null ? 'dimmed' : ''} data-none={(gap ?? remark) === null || undefined}>
        {gap ?? remark}
      </td>
      <td data-none={gap === null || undefined}>
        {command && (
          <span className={styles.command}>
            <code>{command}</code>
            <CopyButton text={command} label={`Opdracht kopiëren: ${name}`} />
          </span>
        )}
        {screen && <Link to={screen}>{setupScreens[screen]}</Link>}
      </td>
    </tr>
  )
}
