import { missingText, search } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Values } from '../../kit/forms/Form.tsx'
import { Announcement } from '../../kit/page/Page.tsx'
import { query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'

/**
 * For a house number that the postal code or the street does not have: names the nearest numbers, each with a link to
 * its own search. Renders nothing when another criterion is wrong.
 */
export function NearestNumbers({ criteria }: { criteria: Values }) {
  const { postal_code, street, house_number, municipality_id } = criteria
  const municipality = useSession()?.municipalities.find(({ id }) => String(id) === municipality_id)?.name
  // A postal code with a number is an address. Another street or town beside it can only contradict it.
  const text = (postal_code ? [postal_code, house_number] : [street, house_number, municipality])
    .filter(Boolean)
    .join(' ')
  const { data } = useQuery(query(search, { body: { text } }))
  const missing = data?.meta.missing
  const found = missing?.part === 'house_number' ? missing : undefined
  return (
    <>
      <Announcement>{found && missingText(found)}</Announcement>
      {found && (
        <>
          <p>{missingText(found)}</p>
          <ul>
            {found.nearest.map((number) => (
              <li key={number}>
                <Link
                  to="."
                  search={{ ...criteria, house_number: `${number}`, house_number_extension: undefined }}
                  state={{ submitted: true }}
                >
                  Zoek nummer {number}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
