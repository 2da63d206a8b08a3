import type { ReactNode } from 'react'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

/** The page of a record that does not exist: an explanation, and a link to continue. */
export const MissingPage = ({ title, intro, children }: { title: string; intro: ReactNode; children: ReactNode }) => (
  <Page title={title}>
    <Empty drawing="not-found">
      <p>{intro}</p>
      {children}
    </Empty>
  </Page>
)
