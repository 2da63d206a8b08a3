import { ApiError } from '@rd4-loket/contract'
import { groupedCode } from '../../domain/equipment/equipment.ts'
import { countText } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Failure, Panel } from '../../kit/page/Panel.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'

/** Shown instead of the card when the lookup of a pass failed. */
export function NotFoundPanel({ error, number, onRetry }: { error: Error; number: string; onRetry: () => void }) {
  const isRejected = error instanceof ApiError && [404, 422].includes(error.status)
  return (
    <Panel title={`Pas ${groupedCode(number)}`}>
      {isRejected ? (
        <div role="alert">
          <p>
            <strong>{error.message}.</strong>
          </p>
          <p>Scan de pas nog eens, of controleer het nummer.</p>
        </div>
      ) : (
        <Failure error={error} retry={onRetry} />
      )}
    </Panel>
  )
}

/** Rolls that were entered before the card was on screen, and not issued because the lookup failed. */
export function MissedRollsPanel({
  number,
  rolls = 0,
  error,
  onRetry,
}: {
  number: string
  rolls?: number
  error: Error
  onRetry: () => void
}) {
  return (
    <Panel title={`Niet uitgegeven: ${countText(rolls, 'rol', 'rollen')} voor pas ${groupedCode(number)}`}>
      <Failure error={error} retry={onRetry} />
    </Panel>
  )
}

export const idleTitle = 'Bewoner van het scherm gehaald'

/** Replaces the card of an idle screen, with a button that brings back the card and the number typed on it. */
export function IdlePanel({ onShow }: { onShow: () => void }) {
  return (
    <Panel title={idleTitle}>
      <p>Vijf minuten heeft niemand iets gedaan. Wat u had ingevuld, is bewaard.</p>
      <Button variant="default" icon={<Icon name="retry" size={18} />} onClick={onShow}>
        Toon de bewoner weer
      </Button>
    </Panel>
  )
}
