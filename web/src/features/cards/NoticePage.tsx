import { addNotice, changeNotice, listNotices, listNoticesToEdit, type Notice, parseInput } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import {
  chosenValue,
  forMunicipality,
  MunicipalityField,
  municipalityIn,
  SavesFor,
} from '../../domain/settings/SettingForm.tsx'
import { today } from '../../kit/browser/days.ts'
import { BackLink, Buttons, LinkButton, SubmitButton } from '../../kit/buttons/Button.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { Field, Form, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { MissingPage, Page, Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { chosenMunicipality } from '../../session/chosen-municipality.ts'
import { useDraft } from '../../session/drafts.ts'
import { useFreshQuery, useNavigateFromHere } from '../../session/edit-page.ts'
import { invalidate, query } from '../../session/queries.ts'
import styles from './NoticePage.module.css'
import { RichTextField } from './RichTextField.tsx'

const noticesPath = '/services-and-settings/notices'

const toBody = ({ title = '', html = '', valid_from = '', valid_to = '', municipality_id }: Values) => ({
  title,
  html,
  valid_from,
  valid_to,
  municipality_id: municipalityIn(municipality_id),
})

const toValues = ({ title, html, valid_from, valid_to, municipality }: Notice): Values => ({
  title,
  html,
  valid_from,
  valid_to,
  municipality_id: chosenValue(municipality),
})

function NoticeForm({ notice }: { notice?: Notice }) {
  const client = useQueryClient()
  const goOn = useNavigateFromHere()
  // Read once, so that a reload of the notice does not overwrite text that the employee types.
  const [filled] = useState(
    notice ? toValues(notice) : { valid_from: today(), municipality_id: `${chosenMunicipality.read() ?? ''}` },
  )
  const draft = useDraft(`notice ${notice?.id ?? 'new'}`, { survivesReload: true })
  const save = useMutation({
    mutationFn: (values: Values) =>
      notice
        ? call(changeNotice, { params: { notice_id: String(notice.id) }, body: toBody(values) })
        : call(addNotice, { body: toBody(values) }),
    onSuccess: async ({ municipality }) => {
      draft.discard()
      await invalidate(client, listNotices, listNoticesToEdit)
      await goOn(noticesPath)
      showMessage(`De mededeling is opgeslagen ${forMunicipality(municipality)}`)
    },
  })
  return (
    <Panel>
      <Form
        label="Mededeling"
        filled={filled}
        draft={draft}
        error={save.error}
        check={(values) => parseInput(addNotice.body, toBody(values)).errors}
        onSubmit={save.mutate}
      >
        <div className="column gap-5 side-by-side">
          <div className="column gap-5">
            <Field name="title" label="Titel" autoComplete="off" data-focus-first />
            <RichTextField name="html" label="Tekst" />
          </div>
          <div className="column gap-5">
            <div className={`column gap-5 ${styles.period}`}>
              <DateField name="valid_from" label="Op het dashboard vanaf" />
              <DateField name="valid_to" label="Tot en met" />
            </div>
            <MunicipalityField />
          </div>
        </div>
        <Buttons>
          <SubmitButton busy={save.isPending}>
            <SavesFor action="Opslaan" />
          </SubmitButton>
          <LinkButton variant="default" size="md" to={noticesPath} onClick={draft.discard}>
            Annuleren
          </LinkButton>
        </Buttons>
      </Form>
    </Panel>
  )
}

/** Creates a notice, or changes the notice in the page's URL. */
export function NoticePage() {
  const { notice_id } = useParams({ strict: false })
  const notices = useFreshQuery({ ...query(listNoticesToEdit, {}), enabled: notice_id !== undefined })
  const notice = notices.data?.find(({ id }) => String(id) === notice_id)
  if (notice_id !== undefined && notices.data && !notice)
    return (
      <MissingPage title="Deze mededeling bestaat niet" intro="Misschien heeft een collega de mededeling verwijderd.">
        <p>
          <Link to={noticesPath}>Naar alle mededelingen</Link>
        </p>
      </MissingPage>
    )
  return (
    <Page back={<BackLink to={noticesPath}>Terug naar de instellingen</BackLink>}>
      <div className="narrow">
        {notice_id === undefined ? (
          <NoticeForm />
        ) : (
          <Result of={notices}>{() => <NoticeForm notice={notice} />}</Result>
        )}
      </div>
    </Page>
  )
}
