import { PillLinks } from '../../../kit/buttons/Button.tsx'
import styles from './BillPanel.module.css'

type Years = { year: number; years: number[] } | undefined

/** The years to choose from, newest first. Includes the year on screen even if it has no facts. */
export const yearsOf = (bill: Years) =>
  bill ? [...new Set([...bill.years, bill.year])].sort((one, other) => other - one) : []

/** Links to the bills of other years. Reserves their space while the years load. */
export function YearBar({ of: bill }: { of: Years }) {
  return (
    <div className={`screen-only ${styles.years}`}>
      {bill && (
        <PillLinks
          label="Jaar"
          links={yearsOf(bill).map((year) => ({
            name: `${year}`,
            search: { year: `${year}` },
            current: year === bill.year,
          }))}
        />
      )}
    </div>
  )
}
