import { showResidentBill } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CopyButton } from '../../kit/buttons/Button.tsx'
import { ActionError, Skeleton } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'

/** How often the containers of a resident were emptied this year, and the explanation of the bill to read aloud. */
export function ResidentBill({ number }: { number: string }) {
  // A mutation, because the query cache must not contain a pass number after its card has disappeared.
  const { mutate, data, error } = useMutation({
    gcTime: 0,
    mutationFn: () =>
      call(showResidentBill, { body: { environmental_pass_number: number } }, { purpose: 'vraag_inwoner' }),
  })
  useEffect(() => mutate(), [mutate])
  if (error) return <ActionError error={error} />
  if (!data) return <Skeleton lines={2} />
  return (
    <div className="box">
      <p>
        {/* The explanation states whether nothing was emptied, or nothing is known. */}
        {data.lifts > 0 && <strong>Aantal ledigingen dit jaar: {data.lifts}</strong>}{' '}
        <CopyButton text={data.spoken} label="Kopieer de uitleg" />
      </p>
      <p>{data.spoken}</p>
    </div>
  )
}
