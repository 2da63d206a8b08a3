import { defaultPassForm, showMeta } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { testServer } from '../../test/server.ts'

const { call } = await testServer()

test('S7.5 S3.7 returns the employee, the municipalities, the kinds of collection systems and the waste types', async () => {
  const meta = await call('municipal', showMeta, {})
  expect(meta.user).toMatchObject({ email: 'municipal@loket.example', roles: ['municipal_employee'] })
  expect(meta.municipalities).toEqual([{ id: 917, name: 'Heerlen', pass_form: defaultPassForm }])
  expect(meta.systems.map((system) => system.name)).toContain('Ondergrondse container')
  expect(meta.waste_types).toHaveLength(10)
  expect(meta.waste_types).toContainEqual({ id: 'gft', name: 'GFT' })
})
