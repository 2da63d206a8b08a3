import { ApiError, type AreaInput, countAreaAddresses, deleteArea, previewArea, saveArea } from '@rd4-loket/contract'
import { recordChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { findAreas } from '../../domain/collection-days/collection-days.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api, SessionEmployee } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import {
  changeArea,
  countComingPickups,
  countOn,
  countUnder,
  findDivision,
  insertArea,
  lockDivision,
  removeArea,
} from './collection-areas.queries.ts'
import { divideAnew } from './collection-areas.ts'

/** How a municipality is divided into collection areas: who belongs where, and what another division changes. */
export function collectionAreaRoutes(api: Api, db: Db) {
  async function look(at: Db, employee: SessionEmployee, asked: AreaInput) {
    await ownMunicipality(at, employee, asked.municipality_id)
    return divideAnew(at, asked)
  }

  async function counted(at: Db, municipality_id: number) {
    const division = await findDivision(at, municipality_id)
    const counts = await countUnder(at, municipality_id, division, division)
    return (area_id: number | null) => counts.find(({ one_id }) => one_id === area_id)?.addresses ?? 0
  }

  answer(api, previewArea, async ({ employee, body }) => (await look(db, employee, body)).found)

  answer(api, saveArea, ({ employee, body, actor }) =>
    db.transaction().execute(async (transaction) => {
      const { municipality_id, name, days_of = null } = body
      await lockDivision(transaction, municipality_id)
      const { found, own, reached } = await look(transaction, employee, body)
      const id = body.area_id ?? (await insertArea(transaction, municipality_id, name, days_of))
      await changeArea(transaction, id, name, own)
      await countOn(transaction, municipality_id, [...new Set([...reached, id])])
      await recordChange(transaction, actor, { kind: 'collection_area', key: id })
      return found
    }),
  )

  answer(api, deleteArea, ({ employee, params, actor }) =>
    db.transaction().execute(async (transaction) => {
      const municipality_id = await ownMunicipality(transaction, employee, Number(params.municipality_id))
      await lockDivision(transaction, municipality_id)
      const areas = await findAreas(transaction, municipality_id)
      const area = areas.find(({ id }) => id === Number(params.area_id)) ?? notFound('Dit ophaalgebied bestaat niet')
      const addresses = (await counted(transaction, municipality_id))(area.id)
      if (addresses > 0)
        throw new ApiError(409, 'In dit gebied liggen nog adressen. Geef ze eerst een ander ophaalgebied')
      if ((await countComingPickups(transaction, area.id)) > 0)
        throw new ApiError(409, 'In dit gebied zijn nog ophaalafspraken. Wacht tot ze voorbij zijn, of zeg ze af')
      await removeArea(transaction, area.id)
      await recordChange(transaction, actor, { kind: 'collection_area', key: area.id })
      return null
    }),
  )

  answer(api, countAreaAddresses, async ({ employee, params }) => {
    const municipality_id = await ownMunicipality(db, employee, Number(params.municipality_id))
    const addressesIn = await counted(db, municipality_id)
    const areas = await findAreas(db, municipality_id)
    return { areas: areas.map(({ id }) => ({ id, addresses: addressesIn(id) })), without: addressesIn(null) }
  })
}
