import { openCalendarFeed } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { generate } from 'lean-qr'
import { useId, useMemo, useState } from 'react'
import { ActionButton, CopyButton } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Panel } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import styles from './CalendarFeed.module.css'

/** The width, in modules, of the empty border that phones need to recognise a QR code. */
const margin = 4

function QrCode({ text, title, className }: { text: string; title: string; className?: string | undefined }) {
  const { path, size } = useMemo(() => {
    const code = generate(text)
    const positions = Array.from({ length: code.size }, (_, position) => position)
    const dark = positions.flatMap((y) => positions.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`))
    return { path: dark.join(''), size: code.size + 2 * margin }
  }, [text])
  return (
    <svg
      role="img"
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
      focusable="false"
    >
      <title>{title}</title>
      <rect x={-margin} y={-margin} width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

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
