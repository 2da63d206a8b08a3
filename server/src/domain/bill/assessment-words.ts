import { type Assessment, euroText, isAsAssessed } from '@rd4-loket/contract'

const liftsOf = (ids: number[]) => (ids.length === 1 ? '1 lediging' : `${ids.length} ledigingen`)

type AssessmentChange = Pick<Assessment, 'late' | 'objected' | 'tariff_cents'>

/**
 * Returns the Dutch sentences about what came after an assessment, and what our calculation is now. Returns none when
 * our calculation has exactly what was imposed.
 */
export function afterAssessmentSentences(
  { late, objected, tariff_cents }: AssessmentChange,
  total_cents: number,
): string[] {
  if (isAsAssessed({ late, objected, tariff_cents })) return []
  return [
    ...(late.amount_cents === 0
      ? []
      : [
          late.clearance_ids.length === 1
            ? `Daarna is nog 1 lediging van ${euroText(late.amount_cents)} geleverd.`
            : `Daarna zijn nog ${liftsOf(late.clearance_ids)} geleverd, samen ${euroText(late.amount_cents)}.`,
        ]),
    ...(objected.amount_cents === 0 ? [] : [`Na uw bezwaar gaat er ${euroText(-objected.amount_cents)} af.`]),
    ...(tariff_cents === 0
      ? []
      : [
          `Door andere tarieven of regels ${tariff_cents > 0 ? 'komt' : 'gaat'} er ${euroText(Math.abs(tariff_cents))} ${tariff_cents > 0 ? 'bij' : 'af'}.`,
        ]),
    `Nu komen wij op ${euroText(total_cents)}.`,
  ]
}
