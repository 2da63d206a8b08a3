import {
  approveCorrection,
  approveCorrectionUndo,
  type Correction,
  correctionStateNames,
  dropCorrection,
  euroText,
  fetchCorrectionFile,
  mayApproveCorrection,
  mayApproveUndo,
  mayDropCorrection,
  mayUndoAlone,
  mayUndoCorrection,
  parseInput,
  showCorrection,
  showCorrectionLetter,
  undoCorrection,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reloadCorrected, reloadUndoable } from '../../domain/undo/undo.tsx'
import { countText, dayText } from '../../kit/browser/format.ts'
import { ActionButton, Buttons } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { CountedLinesField } from '../../kit/forms/CountedLinesField.tsx'
import type { Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { saveFile } from '../../session/ExportButtons.tsx'
import { query } from '../../session/queries.ts'
import { downloadDocument } from '../../session/received-file.ts'
import { TotalsOfCorrection } from './CorrectionTotals.tsx'

type Approval = NonNullable<Correction['approved']>

const whoText = (what: string, { by, at }: Approval) => `${what} door ${by} op ${dayText(at)}.`

/** Returns which lifts stay given back after the undo; empty if there are none. */
const keptText = ({ kept_lifts }: Pick<Correction, 'kept_lifts'>) =>
  kept_lifts === 0
    ? ''
    : `${countText(kept_lifts, 'lediging blijft', 'ledigingen blijven')} teruggegeven: een collega handelde het bezwaar al af.`

/** Returns that the tax office has the file, so that an undo must be reported to it; empty if nobody fetched it. */
const fetchedText = ({ file_fetched_at }: Pick<Correction, 'file_fetched_at'>) =>
  file_fetched_at ? `Bestand opgehaald op ${dayText(file_fetched_at)}. Meld dit.` : ''

/** One correction: how far it is prepared, what it does, and what the employee may do about it. */
export function CorrectionPanel({ id }: { id: number }) {
  const params = { correction_id: `${id}` }
  const shown = useQuery({
    ...query(showCorrection, { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? 1000 : false),
  })
  return (
    <Panel title={`Correctie ${id}`}>
      <Result of={shown}>
        {(correction) => (
          <>
            <Facts of={correction} />
            {correction.state === 'preparing' ? (
              <Progress of={correction} />
            ) : (
              correction.samples.length > 0 && <TotalsOfCorrection of={correction} />
            )}
            <Decisions of={correction} />
          </>
        )}
      </Result>
    </Panel>
  )
}

function Facts({ of: correction }: { of: Correction }) {
  const { state, reason, selected, proposed, approved, dropped, drop_reason, undo, undo_reason, undo_approved } =
    correction
  const lines = [
    whoText('Voorgesteld', proposed),
    approved && whoText('Goedgekeurd', approved),
    dropped && `${whoText('Afgewezen', dropped)} ${drop_reason}`,
    undo &&
      `${whoText(state === 'undone' ? 'Ongedaan gemaakt' : 'Voorstel om dit ongedaan te maken', undo)} ${undo_reason}`,
    undo_approved && whoText('Dat is goedgekeurd', undo_approved),
    state === 'undone' && keptText(correction),
    state === 'undone' && fetchedText(correction),
  ]
  return (
    <>
      <p>
        <strong>{correctionStateNames[state]}</strong>: {reason}
      </p>
      <p className="dimmed">{selected}.</p>
      <p className="dimmed">{lines.filter(Boolean).join(' ')}</p>
    </>
  )
}

function Progress({ of: { lifts, counts, selected_lifts } }: { of: Correction }) {
  const done = Math.min(lifts + counts.given_back + counts.unbilled, selected_lifts)
  return (
    <p>
      <label>
        De ledigingen worden voorbereid: {countText(done, 'lediging', 'ledigingen')}{' '}
        <progress value={done} max={selected_lifts} />
      </label>
    </p>
  )
}

/** Returns a function that reloads what a decision about a correction changes. */
function useDecided() {
  const client = useQueryClient()
  return () => Promise.all([reloadCorrected(client), reloadUndoable(client)])
}

function Decisions({ of: correction }: { of: Correction }) {
  const { id, state, lifts, undo } = correction
  const cents = correction.credit_cents ?? 0
  const params = { correction_id: `${id}` }
  const onDecided = useDecided()
  const decide = (decision: () => Promise<unknown>, message: string) => async () => {
    await decision().finally(onDecided)
    showMessage(message)
  }
  const withReason = (endpoint: typeof dropCorrection | typeof undoCorrection) => ({
    check: ({ reason = '' }: Values) => parseInput(dropCorrection.body, { reason }).errors,
    children: <CountedLinesField name="reason" label="Reden" maxLength={200} />,
    send: ({ reason = '' }: Values) => call(endpoint, { params, body: { reason } }),
  })
  const dropping = withReason(dropCorrection)
  const undoing = withReason(undoCorrection)
  const isAlone = mayUndoAlone(correction)
  const undoConsequence = (colleague: string) =>
    ['De ledigingen komen weer in rekening.', keptText(correction), colleague, fetchedText(correction)]
      .filter(Boolean)
      .join(' ')
  return (
    <Buttons>
      {state === 'ready' && (
        <ConfirmButton
          size="md"
          variant="filled"
          refusal={mayApproveCorrection(correction)}
          question="Deze correctie goedkeuren?"
          consequence={`${countText(lifts, 'lediging komt', 'ledigingen komen')} niet in rekening. U kunt dit vijf minuten ongedaan maken.`}
          action="Ja, goedkeuren"
          onConfirm={decide(
            () => call(approveCorrection, { params, body: { lifts, cents } }),
            'De correctie is goedgekeurd',
          )}
        >
          Goedkeuren: {euroText(cents)} terug
        </ConfirmButton>
      )}
      {!mayDropCorrection(correction) && (
        <ConfirmButton
          size="md"
          question={undo ? 'Het voorstel om dit ongedaan te maken afwijzen?' : 'Deze correctie afwijzen?'}
          consequence={undo ? 'De correctie blijft gelden.' : 'De aanslagen blijven zoals ze zijn.'}
          action="Ja, afwijzen"
          form={{ check: dropping.check, children: dropping.children }}
          onConfirm={(values) => decide(() => dropping.send(values), 'Het voorstel is afgewezen')()}
        >
          Afwijzen
        </ConfirmButton>
      )}
      {state === 'applied' && <CorrectionFiles of={correction} />}
      {!mayUndoCorrection(correction) && (
        <ConfirmButton
          size="md"
          question="Deze correctie ongedaan maken?"
          consequence={undoConsequence(isAlone ? '' : 'Een collega keurt dit eerst goed.')}
          action={isAlone ? 'Ja, ongedaan maken' : 'Ja, voorstellen'}
          form={isAlone ? undefined : { check: undoing.check, children: undoing.children }}
          onConfirm={(values) =>
            decide(
              () => undoing.send(values),
              isAlone ? 'De correctie is ongedaan gemaakt' : 'Een collega kan dit nu goedkeuren',
            )()
          }
        >
          Ongedaan maken
        </ConfirmButton>
      )}
      {state === 'applied' && undo && (
        <ConfirmButton
          size="md"
          refusal={mayApproveUndo(correction)}
          question="De correctie ongedaan maken?"
          consequence={undoConsequence('')}
          action="Ja, ongedaan maken"
          onConfirm={decide(() => call(approveCorrectionUndo, { params }), 'De correctie is ongedaan gemaakt')}
        >
          Ongedaan maken goedkeuren
        </ConfirmButton>
      )}
    </Buttons>
  )
}

/** The file for the tax office, and the text for a letter. */
function CorrectionFiles({ of: { id } }: { of: Correction }) {
  const params = { correction_id: `${id}` }
  const onDecided = useDecided()
  const saving = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const { blob, name } = await downloadDocument(fetchCorrectionFile, { params })
      saveFile(blob, name ?? `correctie ${id}.csv`)
    },
    onSuccess: onDecided,
  })
  const copying = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const { text } = await call(showCorrectionLetter, { params })
      await navigator.clipboard.writeText(text)
      showMessage('De tekst voor de brief is gekopieerd')
    },
  })
  const error = saving.error ?? copying.error
  return (
    <>
      <ActionButton variant="default" size="md" busy={saving.isPending} onClick={() => saving.mutate()}>
        Bestand voor het belastingkantoor
      </ActionButton>
      <ActionButton variant="default" size="md" busy={copying.isPending} onClick={() => copying.mutate()}>
        Tekst voor de brief
      </ActionButton>
      {error && <ActionError error={error} />}
    </>
  )
}
