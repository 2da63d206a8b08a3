import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChoosePurpose } from '../../domain/bill/address-purpose.ts'
import { numberText } from '../../kit/browser/format.ts'
import { Panel, Result } from '../../kit/page/Page.tsx'
import styles from './DashboardPage.module.css'

/** A case about the bill of an address and a year. */
type OpenCase = { id: number; address: { alias: string; line: string }; year: number }

type OpenCasesProps<Case> = {
  title: string
  of: UseQueryResult<{ data: Case[]; meta: { total: number } }>
  /** What a case is about, below the link to its address. */
  subject: (of: Case) => ReactNode
  children: (of: Case) => ReactNode
}

/** The open cases of one kind, the oldest first. Renders nothing if there are none. */
export function OpenCases<Case extends OpenCase>({ title, of: cases, subject, children }: OpenCasesProps<Case>) {
  if (!cases.error && !cases.data?.data.length) return null
  return (
    <Panel title={title}>
      <Result of={cases}>
        {({ data, meta: { total } }) => (
          <>
            {total > data.length && (
              <p className="remark">
                De eerste {data.length} van {numberText(total)}, het oudste bovenaan.
              </p>
            )}
            <ul className={`ruled ${styles.cases}`}>
              {data.map((it) => (
                <li key={it.id} className="column gap-2">
                  <p>
                    <AddressLink of={it} />
                    {subject(it)}
                  </p>
                  {children(it)}
                </li>
              ))}
            </ul>
          </>
        )}
      </Result>
    </Panel>
  )
}

function AddressLink({ of: { address, year } }: { of: OpenCase }) {
  const choosePurpose = useChoosePurpose(address.alias)
  return (
    <Link
      to="/address/$alias"
      params={{ alias: address.alias }}
      search={{ year: `${year}` }}
      // The case may concern a former occupant. Only this purpose shows former occupants.
      onClick={() => choosePurpose('aanslag_bezwaar')}
    >
      {address.line}
    </Link>
  )
}
