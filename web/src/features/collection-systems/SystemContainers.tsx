import {
  changeMalfunction,
  closeMalfunction,
  type Equipment,
  listCollectionSystemEquipment,
  listSystemMalfunctions,
  malfunctionNames,
  mayChangeMalfunction,
  type RecordedMalfunction,
  recordMalfunction,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EquipmentList, isPresent } from '../../domain/equipment/EquipmentList.tsx'
import { RecordedMalfunctionText } from '../../domain/equipment/RecordedMalfunctionText.tsx'
import { isFreeKey, type KeyNote, useKeyNotes, usePageKeys } from '../../kit/browser/keys.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { useNeverLoadedText } from '../../session/never-loaded.ts'
import { isOffered } from '../../session/offered.tsx'
import { detailsQuery, query } from '../../session/queries.ts'
import { MalfunctionForm } from './MalfunctionForm.tsx'
import { useMalfunctionsChanged } from './malfunctions.ts'

const notes: KeyNote[] = [{ keys: ['M'], action: 'Een storing melden', single: true }]

/** The containers of a collection system, and the controls to record and close their malfunctions. */
export function SystemContainers({ alias, municipality }: { alias: string; municipality: number | undefined }) {
  const neverLoaded = useNeverLoadedText('containers', municipality)
  const equipment = useQuery(detailsQuery(listCollectionSystemEquipment, { params: { alias } }))
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // A container has one open malfunction at most.
  const usable = equipment.data?.filter((it) => isPresent(it) && !it.recorded_malfunction) ?? []
  useKeyNotes('Verzamelsysteem', notes)
  usePageKeys('bubble', (event) => {
    if (event.key.toLowerCase() !== 'm' || !isFreeKey(event) || !button.current) return
    event.preventDefault()
    setOpen(true)
  })
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const mayRecord = isOffered(recordMalfunction) && usable.length > 0
  return (
    <Panel
      title="Containers"
      aside={
        mayRecord && (
          <Button
            ref={button}
            variant="default"
            size="xs"
            aria-keyshortcuts="m"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Storing melden
          </Button>
        )
      }
    >
      {isOpen && mayRecord && <MalfunctionForm alias={alias} containers={usable} onClose={close} />}
      <Result of={equipment} isEmpty={() => false}>
        {(found) => (
          <EquipmentList
            equipment={found}
            empty={neverLoaded ?? 'Hier staan nu geen containers.'}
            closeButton={(container, of) => (
              <MalfunctionActions key={of.id} alias={alias} of={of} container={container} />
            )}
          />
        )}
      </Result>
      <ClosedMalfunctions alias={alias} />
    </Panel>
  )
}

type MalfunctionActionsProps = { alias: string; of: RecordedMalfunction; container: Equipment }

/** The buttons that close and change a malfunction, and the form of the change below them. */
function MalfunctionActions({ alias, of, container }: MalfunctionActionsProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="row">
      <CloseButton of={of} container={container} />
      {isOffered(changeMalfunction) && (
        <Button
          ref={button}
          variant="default"
          size="xs"
          refusal={mayChangeMalfunction(of)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Wijzigen<span className="visually-hidden">: {nameOf(container)}</span>
        </Button>
      )}
      {isOpen && (
        <div className="whole-line">
          <MalfunctionForm alias={alias} containers={[container]} of={of} onClose={close} />
        </div>
      )}
    </div>
  )
}

const nameOf = ({ waste_type, number }: Equipment) => [wasteStreamNames[waste_type], number].filter(Boolean).join(' ')

function CloseButton({ of, container }: Omit<MalfunctionActionsProps, 'alias'>) {
  const onChanged = useMalfunctionsChanged()
  const name = nameOf(container)
  const close = async () => {
    await call(closeMalfunction, { params: { malfunction_id: `${of.id}` } })
    await onChanged()
    showMessage('De storing is opgelost')
  }
  return (
    <ConfirmButton
      size="xs"
      question="Is de storing opgelost?"
      consequence={`Inwoners kunnen deze container dan weer gebruiken: ${name}.`}
      action="Ja, opgelost"
      onConfirm={close}
    >
      Opgelost<span className="visually-hidden">: {name}</span>
    </ConfirmButton>
  )
}

/** The malfunctions that were closed, in a collapsed section. Renders nothing if there are none. */
function ClosedMalfunctions({ alias }: { alias: string }) {
  const closed = useQuery(query(listSystemMalfunctions, { params: { alias } }))
  if (!closed.error && !closed.data?.length) return null
  return (
    <Result of={closed}>
      {(found) => (
        <details>
          <summary>Eerdere storingen ({found.length})</summary>
          <ul className="column ruled gap-3">
            {found.map(({ recorded, waste_type, container_number, malfunction, since }) => (
              <li key={recorded?.id ?? since}>
                <strong>
                  {wasteStreamNames[waste_type]} {container_number}: {malfunctionNames[malfunction].toLowerCase()}
                </strong>
                {recorded && <RecordedMalfunctionText of={recorded} />}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Result>
  )
}
