import {
  defaultPassForm,
  issuePass,
  type PassForm,
  replacePass,
  savePassForm,
  showMeta,
  showPassForm,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { insertAddress, insertPass, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const { id: address_id } = await insertAddress(db)
const { alias: without_pass } = await insertAddress(db, { house_number: 119 })
await insertRow(db, 'municipality', { id: 928, name: 'Kerkrade' })
await insertPass(db, { address_id, number: '0900000001' })
const params = { municipality_id: '917' }
const tenDigits: PassForm = {
  characters: 'digits',
  min_length: 10,
  max_length: 10,
  prefixes: ['*', 'P:'],
  suffixes: ['#'],
}

beforeEach(async () => {
  await sql`delete from pass_form`.execute(db)
})
const save = (form: Partial<PassForm>) =>
  call('administrator', savePassForm, { params, body: { ...tenDigits, ...form } })

test('a municipality that has set no form has the default form, for its clerks and in the lists of the first screen', async () => {
  expect(await call('municipal', showPassForm, { params })).toEqual({ ...defaultPassForm, other_passes: 0 })
  const { municipalities } = await call('municipal', showMeta, {})
  expect(municipalities.map(({ pass_form }) => pass_form)).toEqual([defaultPassForm, defaultPassForm])
})

test('stores a form, which the first screen receives with its municipality', async () => {
  expect(await save({ prefixes: ['*', ' p: '] })).toEqual({ ...tenDigits, other_passes: 0 })
  expect(await call('municipal', showPassForm, { params })).toEqual({ ...tenDigits, other_passes: 0 })
  const { municipalities } = await call('municipal', showMeta, {})
  expect(municipalities).toMatchObject([
    { id: 917, pass_form: tenDigits },
    { id: 928, pass_form: defaultPassForm },
  ])
})

test('the reply counts the active passes of the municipality that do not have the new form', async () => {
  expect(await save({ min_length: 11, max_length: 11 })).toMatchObject({ other_passes: 1 })
  await sql`update environmental_pass set status = 'expired'`.execute(db)
  expect(await call('municipal', showPassForm, { params })).toMatchObject({ other_passes: 0 })
  await sql`update environmental_pass set status = 'active'`.execute(db)
})

test.each<[Partial<PassForm>, object]>([
  [{ min_length: 5 }, { min_length: ['Dit moet ten minste 6 zijn'] }],
  [{ max_length: 21 }, { max_length: ['Dit mag ten hoogste 20 zijn'] }],
  [{ min_length: 12 }, { max_length: ['Dit is kleiner dan het kleinste aantal'] }],
  [{ prefixes: ['te lang'] }, { prefixes: ['Vul tekens van de lezer in: 1 tot 5 bij elkaar, zonder streepje'] }],
  [{ suffixes: ['-'] }, { suffixes: ['Vul tekens van de lezer in: 1 tot 5 bij elkaar, zonder streepje'] }],
  [{ prefixes: [...'!@#$%^'] }, { prefixes: ['Vul er ten hoogste 5 in'] }],
  [
    { max_length: 12, suffixes: ['01'] },
    { suffixes: ['Deze tekens kunnen ook bij een pasnummer horen. Kies één lengte.'] },
  ],
])('S5.1 S5.3 rejects the form %j', async (form, errors) => {
  await expect(save(form)).rejects.toMatchObject({ status: 422, errors })
})

describe('a new pass has the form of its municipality', () => {
  const message = expect.stringMatching(/^Het pasnummer mist mogelijk een nul vooraan\./)

  test('when it is the first pass of an address', async () => {
    await save({})
    const body = { alias: without_pass, new_pass_number: '101010103', name: 'J. Pas' }
    await expect(call('municipal', issuePass, { body })).rejects.toMatchObject({
      errors: { new_pass_number: [message] },
    })
    await call('municipal', issuePass, { body: { ...body, new_pass_number: '0101010103' } })
  })

  test('when it replaces a pass, also of another form', async () => {
    await save({ min_length: 9, max_length: 9 })
    const body = { environmental_pass_number: '0900000001', new_pass_number: '0900000002', reason: 'loss' } as const
    await expect(call('municipal', replacePass, { body })).rejects.toMatchObject({
      status: 422,
      errors: { new_pass_number: [expect.stringMatching(/^Het pasnummer heeft te veel tekens\./)] },
    })
    await call('municipal', replacePass, { body: { ...body, new_pass_number: '090000002' } })
  })
})
