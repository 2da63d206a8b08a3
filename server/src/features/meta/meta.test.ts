import { defaultPassForm, defaultRollWords, showMeta } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { saveDelivery } from '../../domain/deliveries/deliveries.queries.ts'
import { insertAddress } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { db, call } = await testServer()

test('S7.5 S3.7 returns the employee, the municipalities, the kinds of collection systems and the waste types', async () => {
  const meta = await call('municipal', showMeta, {})
  expect(meta.user).toMatchObject({ email: 'municipal@loket.example', roles: ['municipal_employee'] })
  const settings = { pass_form: defaultPassForm, roll_words: defaultRollWords }
  expect(meta.municipalities).toEqual([{ id: 917, name: 'Heerlen', ...settings, loaded: [] }])
  expect(meta.systems.map((system) => system.name)).toContain('Ondergrondse container')
  expect(meta.waste_types).toHaveLength(10)
  expect(meta.waste_types).toContainEqual({ id: 'gft', name: 'GFT' })
})

test('states for each municipality which kinds of data it ever got', async () => {
  await insertAddress(db, { street: 'Maastrichterlaan', city: 'Vaals', municipality: { id: 981, name: 'Vaals' } })
  await saveDelivery(db, 'passes', [917])
  await saveDelivery(db, 'passes', [917])
  await saveDelivery(db, 'containers', [917])
  const { municipalities } = await call('bsgw', showMeta, {})
  expect(municipalities.map(({ name, loaded }) => [name, loaded])).toEqual([
    ['Heerlen', ['containers', 'passes']],
    ['Vaals', []],
  ])
})
