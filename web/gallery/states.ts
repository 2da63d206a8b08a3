import { ApiError } from '@rd4-loket/contract'

/** Does what a part wants done, where nothing is to be done. */
export const nothing = () => {}

/** A failure as a part that is down gives it. */
export const gone = new ApiError(
  503,
  'Dit onderdeel is even niet bereikbaar.',
  {},
  '018f7b5e-0000-7000-8000-000000000000',
)

const still = { error: null, isFetching: false, isPlaceholderData: false, refetch: nothing }

/** The faces of a query. */
export const waiting = { ...still, data: undefined, isFetching: true }
export const failed = { ...still, data: undefined, error: gone }
export const found = <T>(data: T) => ({ ...still, data })
export const stale = <T>(data: T) => ({ ...still, data, isPlaceholderData: true, isFetching: true })

/** A street that no layout was made for. */
export const longStreet = 'Burgemeester Jonkheer van der Maesen de Sombreffstraat'
