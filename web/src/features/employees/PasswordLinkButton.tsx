import {
  countTasks,
  listEmployees,
  listTasks,
  type ManagedEmployee,
  mayMailPasswordLink,
  resetEmployee,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forMunicipality } from '../../domain/settings/SettingForm.tsx'
import { dayText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate } from '../../session/queries.ts'

/** The state of an open invitation in words: 'Uitnodiging verlopen op 12 november 2026'. */
export const invitationText = ({ ends_at, expired }: NonNullable<ManagedEmployee['invitation']>) =>
  expired ? `Uitnodiging verlopen op ${dayText(ends_at)}` : `Uitgenodigd tot en met ${dayText(ends_at)}`

/** Mails an employee a link for a password, or a new invitation if the employee never chose a password. */
export function PasswordLinkButton({
  employee: { id, name, email, municipality, invitation, blocked },
  size = 'sm',
}: {
  employee: ManagedEmployee
  size?: 'xs' | 'sm'
}) {
  const client = useQueryClient()
  const whose = forMunicipality(municipality)
  const mail = useMutation({
    mutationFn: () => call(resetEmployee, { params: { employee_id: String(id) } }),
    onSuccess: async (sent) => {
      await invalidate(client, listEmployees, listTasks, countTasks)
      showMessage(
        sent.invitation
          ? `De uitnodiging ${whose} is gemaild naar ${email} en werkt tot en met ${dayText(sent.invitation.ends_at)}`
          : `De link ${whose} is gemaild naar ${email}`,
      )
    },
  })
  return (
    <>
      {mail.error && <ActionError error={mail.error} />}
      <ActionButton
        variant="default"
        size={size}
        refusal={mayMailPasswordLink({ blocked })}
        busy={mail.isPending}
        onClick={() => mail.mutate()}
      >
        {invitation ? (
          <>
            Nieuwe uitnodiging <span className="visually-hidden">voor {name}</span>
          </>
        ) : (
          'Mail een link voor een wachtwoord'
        )}
      </ActionButton>
    </>
  )
}
