import { listNotices } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { RichText } from '../../kit/forms/RichText.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import { query } from '../../session/queries.ts'
import styles from './Notices.module.css'

/** The notices of today; renders nothing if there are none. */
export function Notices() {
  const notices = useQuery(query(listNotices, {}))
  if (!notices.error && !notices.data?.length) return null
  return (
    <Panel title="Mededelingen">
      <Result of={notices}>
        {(found) => (
          <ul className="column gap-5">
            {found.map(({ id, title, html, municipality }) => (
              <li key={id} className={`column ${styles.notice}`}>
                <h3>{title}</h3>
                <RichText html={html} />
                {municipality && <p className="remark">Gemeente {municipality.name}</p>}
              </li>
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}
