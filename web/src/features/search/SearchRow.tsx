import { addressLine, townLine, wasteStreamNames } from '@rd4-loket/contract'
import { groupedCode } from '../../domain/equipment/equipment.ts'
import { inMunicipality } from '../../kit/browser/format.ts'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import type { Row } from './search-rows.ts'

/** What a row says: its drawing, its first line and its second. */
function textsOf(row: Row): [IconName, string, string?] {
  switch (row.kind) {
    case 'address':
      return ['marker-home', addressLine(row), inMunicipality(townLine(row), row)]
    case 'street':
      return ['marker', row.street, inMunicipality(row.city, row)]
    case 'collection_system':
      return ['underground', row.name, `${row.system}, ${row.city}`]
    case 'container':
      return [
        'minicontainer',
        `${wasteStreamNames[row.waste_type]}, container ${row.number}`,
        row.chip_number ? `${row.stands_at}, chip ${groupedCode(row.chip_number)}` : row.stands_at,
      ]
    case 'pass':
      return ['pass', `Milieupas ${groupedCode(row.number)} opzoeken`]
    case 'ask':
      return ['search', 'Zoek dit als objectcode of chipnummer']
    case 'page':
      return ['arrow-right', row.title]
    case 'all':
      return ['search', 'Alle adressen tonen']
  }
}

/** One row of the search box: a drawing beside one or two lines. */
export function SearchRow({ row, note }: { row: Row; note?: string | undefined }) {
  const [icon, first, second] = textsOf(row)
  return (
    <>
      <Icon name={icon} size={22} />
      <span>
        {first}
        {second && <small>{note ? `${second}. ${note}` : second}</small>}
      </span>
    </>
  )
}
