import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { LoginForm } from '../features/account/LoginForm.tsx'
import { Button } from '../kit/buttons/Button.tsx'
import { Dialog } from '../kit/page/Dialog.tsx'
import { sessionQuery } from '../session/session.ts'
import { leaveSession } from './follow-session.ts'
import { loginAsked, settleLogin } from './login-again.ts'

const words = {
  ending: {
    title: 'Ingelogd blijven',
    intro: 'Een sessie duurt ten hoogste 14 dagen. Log opnieuw in. Wat u typte, blijft staan.',
    leave: 'Annuleren',
  },
  ended: {
    title: 'Uw sessie is afgelopen',
    intro: 'Log opnieuw in om verder te gaan. Wat u typte, is er nog.',
    leave: 'Stoppen zonder op te slaan',
  },
}

/** Stands in the tab's title until the page is there again: the title of a page can say what stands on it. */
function useTitle(title: string | undefined) {
  useEffect(() => {
    if (!title) return
    const before = document.title
    const own = `${title} - Rd4 Loket`
    document.title = own
    return () => {
      if (document.title === own) document.title = before
    }
  }, [title])
}

/**
 * Asks an employee to log in over the page, so that nothing typed is lost. Somebody else who logs in here begins on a page that
 * knows nothing of what stood on this one.
 */
export function LoginAgain() {
  const asked = loginAsked.use()
  const client = useQueryClient()
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const { title, intro, leave } = words[asked?.reason ?? 'ended']
  useTitle(asked?.reason === 'ended' ? title : undefined)

  const isAsked = asked !== undefined
  useEffect(() => {
    if (isAsked) dialog.current?.querySelector<HTMLElement>('[type="password"]')?.focus()
  }, [isAsked])

  const goOn = (email: string) => {
    if (client.getQueryData(sessionQuery.queryKey)?.user.email !== email) return location.replace('/')
    settleLogin(true)
    // What this employee may, can have changed since.
    return router.invalidate()
  }
  const stop = () => (asked?.reason === 'ended' ? leaveSession(client, router) : settleLogin(false))
  return (
    <Dialog
      ref={dialog}
      open={isAsked}
      title={title}
      width="26rem"
      closedby={asked?.reason === 'ending' ? undefined : 'none'}
      onCancel={() => asked?.reason === 'ending' && settleLogin(false)}
    >
      {asked && (
        <>
          <p>{intro}</p>
          <LoginForm email={asked.email} onLogin={() => goOn(asked.email)} />
          <Button variant="subtle" fullWidth onClick={stop}>
            {leave}
          </Button>
        </>
      )}
    </Dialog>
  )
}
