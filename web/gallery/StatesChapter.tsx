import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QuietBar } from '../src/app/layout/QuietBar.tsx'
import { SearchResult } from '../src/domain/places/SearchResult.tsx'
import { Messages, showMessage } from '../src/kit/page/Messages.tsx'
import { MissingPage } from '../src/kit/page/MissingPage.tsx'
import { Page } from '../src/kit/page/Page.tsx'
import { Panel } from '../src/kit/page/Panel.tsx'
import { Failure, Result, Skeleton } from '../src/kit/page/Result.tsx'
import { Spinner } from '../src/kit/page/Spinner.tsx'
import { connectionLost } from '../src/session/connection.ts'
import styles from './Gallery.module.css'
import { Specimen } from './Specimen.tsx'
import { failed, found, gone, nothing, stale, waiting } from './states.ts'

const list = (data: string[]) => (
  <ul>
    {data.map((it) => (
      <li key={it}>{it}</li>
    ))}
  </ul>
)
const emptyList = <p>Er is nog niets.</p>
const noneFound = { ...found({ pages: [{ data: [], meta: {} }] }), hasNextPage: false }

function QuietBarSpecimen() {
  useEffect(() => {
    connectionLost.write(true)
    return () => connectionLost.write(false)
  }, [])
  return (
    <div className={styles.below}>
      <QuietBar />
    </div>
  )
}

function SpinnerSpecimen() {
  useQuery({ queryKey: ['never answered'], queryFn: () => new Promise<never>(nothing), meta: { spinner: true } })
  return (
    <>
      <p>It turns bottom right.</p>
      <Spinner />
    </>
  )
}

/** How a page and its panels wait, fail, are empty, and tell what happened. */
export const StatesChapter = () => (
  <>
    <Specimen name="Page" wide>
      <Page title="Akerstraat 118" intro="6411 CD Heerlen" aside={<Button variant="default">Afdrukken</Button>}>
        <Panel title="Paneel" aside={<a href="#states">Naar meer</a>}>
          <p>Wat erin staat.</p>
        </Panel>
      </Page>
    </Specimen>
    <Specimen name="MissingPage" wide>
      <MissingPage title="Dit adres bestaat niet" intro="Misschien klopt de link niet helemaal.">
        <a href="#states">Zoek een ander adres</a>
      </MissingPage>
    </Specimen>
    <Specimen name="Panel: waiting">
      <Panel title="Wacht">
        <Result of={waiting}>{list}</Result>
      </Panel>
    </Specimen>
    <Specimen name="Panel: failed">
      <Panel title="Mislukt">
        <Result of={failed}>{list}</Result>
      </Panel>
    </Specimen>
    <Specimen name="Panel: empty">
      <Panel title="Leeg">
        <Result of={found<string[]>([])} empty={emptyList}>
          {list}
        </Result>
      </Panel>
    </Specimen>
    <Specimen name="Panel: found, and of an earlier question">
      <Panel title="Gevonden">
        <Result of={found(['Eén', 'Twee'])}>{list}</Result>
      </Panel>
      <Panel title="Van zojuist">
        <Result of={stale(['Eén', 'Twee'])}>{list}</Result>
      </Panel>
    </Specimen>
    <Specimen name="SearchResult: nothing found" wide>
      <SearchResult
        of={noneFound as unknown as Parameters<typeof SearchResult<string>>[0]['of']}
        noun={{ one: 'adres', more: 'adressen' }}
        criteria={{ postal_code: '6411CD', house_number: '9998', street: 'Akerstraat' }}
        exporting={null}
      >
        {list}
      </SearchResult>
    </Specimen>
    <Specimen name="Skeleton">
      <Skeleton lines={3} />
    </Specimen>
    <Specimen name="Failure: trying again">
      <Failure error={gone} retry={nothing} busy />
    </Specimen>
    <Specimen name="Messages">
      <div className={styles.row}>
        <Button variant="default" onClick={() => showMessage('Er zijn 2 rollen aangevraagd')}>
          Show a message
        </Button>
      </div>
      <Messages />
    </Specimen>
    <Specimen name="Spinner">
      <SpinnerSpecimen />
    </Specimen>
    <Specimen name="QuietBar">
      <QuietBarSpecimen />
    </Specimen>
  </>
)
