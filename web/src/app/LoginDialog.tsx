import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { LoginForm } from '../features/account/LoginForm.tsx'
import { Button } from '../kit/buttons/Button.tsx'
import { Dialog } from '../kit/page/Dialog.tsx'
import { portalName } from '../kit/page/portal-name.ts'
import { clearDrafts } from '../session/drafts.ts'
import { loginRequest, settleLogin } from '../session/login-request.ts'
import { organisations } from '../session/page-settings.ts'
import { sessionQuery } from '../session/session.ts'
import { abandonSession } from './session-end.ts'

const OrganisationLogin = lazy(async () => ({
  default: (await import('../features/account/OrganisationLogin.tsx')).OrganisationLogin,
}))

const texts = {
  ending: {
    title: 'Ingelogd blijven',
    intro: 'Een sessie duurt ten hoogste 14 dagen. Log opnieuw in. Wat u typte, blijft staan.',
    cancelText: 'Annuleren',
  },
  ended: {
    title: 'Uw sessie is afgelopen',
    intro: 'Log opnieuw in om verder te gaan. Wat u typte, is er nog.',
    cancelText: 'Stoppen zonder op te slaan',
  },
}

/** Replaces the title of the tab while the dialog hides the page. The title of the page may contain an address. */
function useTabTitle(title: string | undefined) {
  useEffect(() => {
    if (!title) return
    const before = document.title
    const dialogTitle = `${title} - ${portalName}`
    document.title = dialogTitle
    return () => {
      if (document.title === dialogTitle) document.title = before
    }
  }, [title])
}

/** The login form of the employee whose session ends. If another employee logs in here, the portal reloads. */
function LoginAgainForm() {
  const client = useQueryClient()
  const router = useRouter()
  const [email = ''] = useState(() => client.getQueryData(sessionQuery.queryKey)?.user.email)

  const onLogin = () => {
    if (client.getQueryData(sessionQuery.queryKey)?.user.email !== email) {
      clearDrafts(client)
      return location.replace('/')
    }
    settleLogin(true)
    // The roles of the employee may have changed.
    return router.invalidate()
  }
  return <LoginForm email={email} onLogin={onLogin} />
}

/** Shows an open login request over the page, so that typed text is not lost. */
export function LoginDialog() {
  const request = loginRequest.use()
  const client = useQueryClient()
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = request !== undefined
  const isEnding = request?.reason === 'ending'
  const { title, intro, cancelText } = texts[request?.reason ?? 'ended']
  useTabTitle(request?.reason === 'ended' ? title : undefined)

  useEffect(() => {
    if (isOpen) dialog.current?.querySelector<HTMLElement>('[type="password"]')?.focus()
  }, [isOpen])

  const stop = () => (isEnding ? settleLogin(false) : abandonSession(client, router))
  return (
    <Dialog
      ref={dialog}
      open={isOpen}
      title={title}
      size="small"
      closedby={isEnding ? undefined : 'none'}
      onCancel={() => isEnding && settleLogin(false)}
    >
      <p>{intro}</p>
      <LoginAgainForm />
      {isOpen && organisations().length > 0 && (
        <Suspense>
          <OrganisationLogin isInNewTab />
        </Suspense>
      )}
      <Button variant="subtle" fullWidth onClick={stop}>
        {cancelText}
      </Button>
    </Dialog>
  )
}
