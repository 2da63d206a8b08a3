import { openCalendarFeed } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ActionButton, CopyButton } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Panel } from '../../kit/page/Page.tsx'
import { QrCode } from '../../kit/page/QrCode.tsx'
import { call } from '../../session/api.ts'
import styles from './CalendarFeed.module.css'

function Feed({ url, onRenew }: { url: string; onRenew: () => Promise<unknown> }) {
  const id = useId()
  const [reminds, setReminds] = useState(false)
  const link = reminds ? `${url}?reminder=evening` : url
  return (
    <div className={styles.feed}>
      <QrCode text={link} title="QR-code van de agendalink" className={styles.code} />
      <div className={styles.words}>
        <p id={id}>Laat de inwoner de code scannen, of geef de link:</p>
        <p className={styles.link}>
          <span className="code" aria-describedby={id}>
            {link}
          </span>
          <CopyButton text={link} label="Kopieer de agendalink" />
        </p>
        <label className={`inline ${styles.choice}`}>
          <input type="checkbox" checked={reminds} onChange={() => setReminds(!reminds)} />
          Met een herinnering de avond ervoor
        </label>
        <ConfirmButton
          question="Een nieuwe agendalink maken?"
          consequence="De oude link werkt dan niet meer. Wie hem gebruikt, krijgt geen ophaaldagen meer in de agenda."
          action="Nieuwe link maken"
          onConfirm={onRenew}
        >
          Nieuwe link
        </ConfirmButton>
      </div>
    </div>
  )
}

/** The link with which a resident subscribes to the collection days of an address in their own calendar. */
export function CalendarFeed({ address }: { address: string }) {
  const open = useMutation({
    mutationFn: (renew: boolean) => call(openCalendarFeed, { body: { address, renew } }),
  })
  const renew = () => open.mutateAsync(true).then(() => showMessage('De agendalink is vernieuwd'))
  return (
    <Panel title="In de agenda van de inwoner">
      {open.data ? (
        <Feed url={open.data.url} onRenew={renew} />
      ) : (
        <>
          <p>
            Met een link komen de ophaaldagen vanzelf in de agenda op telefoon of computer. Verandert er een, dan
            verandert de agenda mee.
          </p>
          {open.error && <ActionError error={open.error} />}
          <div>
            <ActionButton variant="default" busy={open.isPending} onClick={() => open.mutate(false)}>
              Toon de agendalink
            </ActionButton>
          </div>
        </>
      )}
    </Panel>
  )
}
