import { Button } from '@mantine/core'
import { exportAddresses } from '@rd4-loket/contract'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ServicesTabs } from '../src/domain/settings/ServicesTabs.tsx'
import { ActionButton } from '../src/kit/buttons/ActionButton.tsx'
import { Buttons } from '../src/kit/buttons/Buttons.tsx'
import { ConfirmButton } from '../src/kit/buttons/ConfirmButton.tsx'
import { CopyButton } from '../src/kit/buttons/CopyButton.tsx'
import { MoreButton } from '../src/kit/buttons/MoreButton.tsx'
import { PillLinks } from '../src/kit/buttons/PillLinks.tsx'
import { PrintButton } from '../src/kit/buttons/PrintButton.tsx'
import { Dialog } from '../src/kit/page/Dialog.tsx'
import { Icon } from '../src/kit/theme/Icon.tsx'
import { ExportButtons } from '../src/session/ExportButtons.tsx'
import styles from './Gallery.module.css'
import { Specimen } from './Specimen.tsx'
import { gone, nothing } from './states.ts'

const more = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: nothing,
}

function DialogSpecimen() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <Dialog open={open} title="Een venster over de pagina" width="30rem" closedby="any" onClose={close}>
        <p>Wat eronder ligt, wacht.</p>
        <Buttons>
          <Button onClick={close}>Sluiten</Button>
        </Buttons>
      </Dialog>
    </>
  )
}

function PillLinksSpecimen() {
  const { year } = useSearch({ strict: false }) as { year?: string }
  const years = ['2026', '2025'].map((it) => ({ name: it, search: { year: it }, current: it === year }))
  return <PillLinks label="Jaren" links={[{ name: 'Meest recent', search: {}, current: !year }, ...years]} />
}

/** What is pressed. */
export const ButtonsChapter = () => (
  <>
    <Specimen name="ActionButton: main, second, quiet" wide>
      <div className={styles.row}>
        <ActionButton busy={false}>Opslaan</ActionButton>
        <ActionButton busy={false} size="md" leftSection={<Icon name="search" size={20} />}>
          Zoeken
        </ActionButton>
        <ActionButton busy={false} variant="default">
          Annuleren
        </ActionButton>
        <ActionButton busy={false} variant="subtle">
          Stoppen zonder op te slaan
        </ActionButton>
      </div>
    </Specimen>
    <Specimen name="ActionButton: acting">
      <div className={styles.row}>
        <ActionButton busy>Opslaan</ActionButton>
        <ActionButton busy variant="default">
          Annuleren
        </ActionButton>
      </div>
    </Specimen>
    <Specimen name="ConfirmButton">
      <ConfirmButton
        question="Deze mededeling verwijderen?"
        consequence="U kunt dit niet ongedaan maken."
        action="Verwijderen"
        onConfirm={() => Promise.reject(gone)}
      >
        Verwijderen
      </ConfirmButton>
    </Specimen>
    <Specimen name="Dialog">
      <DialogSpecimen />
    </Specimen>
    <Specimen name="CopyButton">
      <CopyButton text="0917010000000120" label="Objectcode kopiëren" />
    </Specimen>
    <Specimen name="ExportButtons">
      <ExportButtons of={exportAddresses} sent={{ body: {} }} />
    </Specimen>
    <Specimen name="MoreButton: more, busy">
      <MoreButton of={more} />
      <MoreButton of={{ ...more, isFetchingNextPage: true }} />
    </Specimen>
    <Specimen name="MoreButton: failed">
      <MoreButton of={{ ...more, isFetchNextPageError: true, error: gone }} />
    </Specimen>
    <Specimen name="PrintButton">
      <PrintButton />
    </Specimen>
    <Specimen name="PillLinks">
      <PillLinksSpecimen />
    </Specimen>
    <Specimen name="ServicesTabs" wide>
      <ServicesTabs />
    </Specimen>
  </>
)
