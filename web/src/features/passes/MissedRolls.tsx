import { groupedCode } from '../../domain/equipment/equipment.ts'
import { countText } from '../../kit/browser/format.ts'
import { Panel } from '../../kit/page/Panel.tsx'
import { Failure } from '../../kit/page/Result.tsx'

/** Rolls that were entered for a customer before the card was there, and that cannot be issued: the pass was not found. */
export function MissedRolls({
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
