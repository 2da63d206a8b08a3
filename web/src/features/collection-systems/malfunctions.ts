import {
  countTasks,
  listAddressEquipment,
  listCollectionSystemEquipment,
  listMalfunctions,
  listSystemMalfunctions,
  listTasks,
  showWork,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../session/queries.ts'

/** Returns a function that reloads malfunctions, equipment and the work of today on screen. */
export function useMalfunctionsChanged() {
  const client = useQueryClient()
  return () =>
    invalidate(
      client,
      ...[listMalfunctions, listSystemMalfunctions, listCollectionSystemEquipment, listAddressEquipment, showWork],
      listTasks,
      countTasks,
    )
}
