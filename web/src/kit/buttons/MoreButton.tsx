import { Failure } from '../page/Result.tsx'
import { ActionButton } from './ActionButton.tsx'

type PagedQuery = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/** Loads the next page of a list. Renders nothing after the last page. */
export function MoreButton({ of: list }: { of: PagedQuery }) {
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
