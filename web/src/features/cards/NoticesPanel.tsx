import { listNotices, listNoticesToEdit, type Notice, removeNotice } from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { forMunicipality } from '../../domain/settings/SettingForm.tsx'
import { today } from '../../kit/browser/days.ts'
import { dayText } from '../../kit/browser/format.ts'
import { LinkButton } from '../../kit/buttons/Button.tsx'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { plainText, RichText } from '../../kit/forms/RichText.tsx'
import { LongText } from '../../kit/page/LongText.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Empty, Panel, Result } from '../../kit/page/Page.tsx'
import { Badge } from '../../kit/tables/Table.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'
import styles from './NoticesPanel.module.css'

function stateOf({ valid_from, valid_to }: Notice) {
  const now = today()
  if (now < valid_from) return 'Gepland'
  return now > valid_to ? 'Voorbij' : 'Staat op het dashboard'
}

function NoticeItem({ notice }: { notice: Notice }) {
  const client = useQueryClient()
  const { id, title, html, valid_from, valid_to, municipality } = notice
  const remove = async () => {
    await call(removeNotice, { params: { notice_id: String(id) } })
    await invalidate(client, listNotices, listNoticesToEdit)
    showMessage(`De mededeling is verwijderd ${forMunicipality(municipality)}`)
  }
  return (
    <li className={`row ${styles.notice}`}>
      <div className={`column ${styles.text}`}>
        <h3>{title}</h3>
        <p className="dimmed small">
          <Badge>{stateOf(notice)}</Badge> {dayText(valid_from)} tot en met {dayText(valid_to)},{' '}
          {forMunicipality(municipality)}
        </p>
        <LongText text={plainText(html)} whole={<RichText html={html} />} />
      </div>
      <div className="row gap-2">
        <LinkButton variant="default" to="/services-and-settings/notices/$notice_id" params={{ notice_id: String(id) }}>
          Wijzigen<span className="visually-hidden">: {title}</span>
        </LinkButton>
        <ConfirmButton
          question="Deze mededeling verwijderen?"
          consequence={`‘${title}’ verdwijnt ${forMunicipality(municipality)}. U kunt dit niet ongedaan maken.`}
          action="Verwijderen"
          onConfirm={remove}
        >
          Verwijderen<span className="visually-hidden">: {title}</span>
        </ConfirmButton>
      </div>
    </li>
  )
}

/** The current, planned and past notices of the municipality. */
export function NoticesPanel() {
  const notices = useQuery(query(listNoticesToEdit, {}))
  return (
    <Panel
      title="Alle mededelingen"
      aside={
        <LinkButton icon={<Icon name="plus" size={18} />} to="/services-and-settings/notices/new">
          Mededeling toevoegen
        </LinkButton>
      }
    >
      <Result
        of={notices}
        empty={
          <Empty drawing="nothing-yet">
            <p>Er zijn nog geen mededelingen. Een mededeling staat bij uw collega’s op het dashboard.</p>
          </Empty>
        }
      >
        {(found) => (
          <ul className="ruled">
            {found.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} />
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}
