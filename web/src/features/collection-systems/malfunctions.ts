import { useQueryClient } from '@tanstack/react-query'
import { reload, repliesBelow } from '../../session/queries.ts'

const replies = repliesBelow(
  '/counter/malfunctions',
  '/counter/collection-system/:alias/malfunctions',
  '/counter/collection-system/:alias/equipment',
  '/counter/addresses/:alias/equipment',
)

/** Returns a function that reloads malfunctions and equipment on screen. */
export function useMalfunctionsChanged() {
  const client = useQueryClient()
  return () => reload(client, replies)
}
