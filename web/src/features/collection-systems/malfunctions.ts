import {
  listAddressEquipment,
  listCollectionSystemEquipment,
  listMalfunctions,
  listSystemMalfunctions,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../session/queries.ts'

/** Returns a function that reloads malfunctions and equipment on screen. */
export function useMalfunctionsChanged() {
  const client = useQueryClient()
  return () =>
    invalidate(client, listMalfunctions, listSystemMalfunctions, listCollectionSystemEquipment, listAddressEquipment)
}
