import { Failure } from '../page/Result.tsx'
import { ActionButton } from './ActionButton.tsx'

type Paged = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/** The way to the next page of a list, below what is already there; nothing after the last one. */
export function MoreButton({ of: list }: { of: Paged }) {
  if (list.isFetchNextPageError && list.error)
    return <Failure error={list.error} retry={list.fetchNextPage} busy={list.isFetchingNextPage} />
  if (!list.hasNextPage) return null
  return (
    <div>
      <ActionButton variant="default" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        Meer tonen
      </ActionButton>
    </div>
  )
}
