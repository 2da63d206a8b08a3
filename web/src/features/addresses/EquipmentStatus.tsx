import type { Equipment } from '@rd4-loket/contract'
import styles from './EquipmentStatus.module.css'
import { equipmentStatus } from './equipment-status.ts'

const usual = 'Dit adres heeft 2 eigen containers. De laatste lediging was op 22 november 2026.'

/** What collects an address's waste, in one line that keeps its place while it is on its way. */
export function EquipmentStatus({ of: equipment }: { of: { data: Equipment[] | undefined; isPending: boolean } }) {
  if (equipment.isPending)
    return (
      <span className={styles.status} data-waiting aria-hidden="true">
        {usual}
      </span>
    )
  return <span className={styles.status}>{equipment.data && equipmentStatus(equipment.data)}</span>
}
