import { addressLine, townLine, wasteStreamNames } from '@rd4-loket/contract'
import { groupedCode } from '../../domain/equipment/equipment.ts'
import { townWithMunicipality } from '../../domain/places/town-with-municipality.ts'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import type { SearchOption } from './search-options.ts'

/** Returns the icon, the first line and the second line of an option. */
function contentOf(option: SearchOption): [IconName, string, string?] {
  switch (option.kind) {
    case 'address':
      return ['marker-home', addressLine(option), townWithMunicipality(townLine(option), option)]
    case 'street':
      return ['marker', option.street, townWithMunicipality(option.city, option)]
    case 'collection_system':
      return ['underground', option.name, `${option.system}, ${option.city}`]
    case 'container':
      return [
        'minicontainer',
        `${wasteStreamNames[option.waste_type]}, container ${option.number}`,
        option.chip_number ? `${option.stands_at}, chip ${groupedCode(option.chip_number)}` : option.stands_at,
      ]
    case 'pass':
      return ['pass', `Milieupas ${groupedCode(option.number)} opzoeken`]
    case 'code':
      return ['search', 'Zoek dit als objectcode of chipnummer']
    case 'page':
      return ['arrow-right', option.title]
    case 'all':
      return ['search', 'Alle adressen tonen']
  }
}

/** An option of the search box: an icon beside one or two lines. */
export function SearchOptionText({ option, note }: { option: SearchOption; note?: string | undefined }) {
  const [icon, first, second] = contentOf(option)
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
