import {
  ApiError,
  type CollectionChange,
  listCollectionChanges,
  type Municipality,
  mayUndoCollectionChange,
  type PlannedCollection,
  undoCollectionChange,
} from '@rd4-loket/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCollectionsChanged } from '../../domain/collections/collections.ts'
import { clockText, dayText, momentText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Result } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import styles from './CollectionsPage.module.css'
import { areasText, changeSentence } from './planner-texts.ts'

/** The id of a saved change. `text` describes the change. */
export type SavedDays = { change_id: number; text: string }

type OfMunicipality = { municipality: Municipality; onUndone: () => void }

/** The last saved change, with a button that undoes it. */
export function UndoBar({ saved, ...of }: OfMunicipality & { saved: SavedDays }) {
  const { undo, isPending, error } = useUndo(of)
  return (
    <>
      <strong>{saved.text}</strong>
      <ActionButton
        variant="default"
        icon={<Icon name="undo" size={18} />}
        busy={isPending}
        onClick={() => undo(saved.change_id)}
      >
        Ongedaan maken
      </ActionButton>
      {error && <ActionError error={error} />}
    </>
  )
}

/** Returns a function that undoes a change. */
function useUndo({ municipality, onUndone }: OfMunicipality) {
  const onCollectionsChanged = useCollectionsChanged()
  const undoing = useMutation({
    mutationFn: (change_id: number) => call(undoCollectionChange, { params: { change_id: `${change_id}` } }),
    onSuccess: async () => {
      await onCollectionsChanged()
      showMessage(`De wijziging is ongedaan gemaakt voor ${municipality.name}`)
      onUndone()
    },
    onError: (error) => error instanceof ApiError && error.status === 409 && void onCollectionsChanged(),
  })
  return { undo: undoing.mutate, isPending: undoing.isPending, error: undoing.error }
}

function ChangeItem({ of: change, ...of }: OfMunicipality & { of: CollectionChange }) {
  const { undo, isPending, error } = useUndo(of)
  const { id, by, at, areas } = change
  return (
    <li className="row">
      <div>
        {changeSentence(change)}
        <span className="below dimmed small">
          {by ?? 'Onbekende medewerker'}, {momentText(at)}, {areasText(areas)}
        </span>
        {error && <ActionError error={error} />}
      </div>
      <ActionButton
        variant="default"
        size="xs"
        icon={<Icon name="undo" size={18} />}
        refusal={mayUndoCollectionChange(change)}
        busy={isPending}
        onClick={() => undo(id)}
      >
        Ongedaan maken
        <span className="visually-hidden">
          : {changeSentence(change)}, {dayText(at)} {clockText(Date.parse(at))}
        </span>
      </ActionButton>
    </li>
  )
}

/** Changes, each with its author and moment. A change can be undone until a later change of the same collections. */
export const ChangeList = ({ changes, ...of }: OfMunicipality & { changes: CollectionChange[] }) => (
  <ul className={`ruled ${styles.rows}`}>
    {changes.map((change) => (
      <ChangeItem key={change.id} {...of} of={change} />
    ))}
  </ul>
)

/** Who changed one collection, and when. Renders nothing for a collection that nobody has changed. */
export function DayHistory({
  municipality,
  of: { area_id, category, day },
  onUndone,
}: OfMunicipality & { of: PlannedCollection }) {
  const changes = useQuery(
    query(listCollectionChanges, {
      params: { municipality_id: `${municipality.id}` },
      query: { area: `${area_id}`, category, day },
    }),
  )
  return (
    <Result of={changes} waiting={null}>
      {(found) => (
        <div>
          <h4>Geschiedenis</h4>
          <ChangeList municipality={municipality} changes={found} onUndone={onUndone} />
        </div>
      )}
    </Result>
  )
}
