import { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import type { Command } from '../../platform/runtime/command.ts'
import { importFiles, rejectsOption } from '../reader/import-files.ts'
import { openEquipmentIntake } from './equipment-intake.ts'

/** Takes in which containers stand where: a clearance is placed by them. */
export const importEquipment: Command = {
  name: 'import equipment',
  summary: 'leest inzamelmiddelen (containers) in uit CSV-bestanden',
  database: 'existing',
  usage: 'BESTAND…',
  options: rejectsOption,
  explanation: `Een bestand mag ingepakt zijn (gzip of zstd); - is de standaardinvoer. Kolommen, in elke volgorde: nummer (op de sticker),
afvalstroom (${WasteStream.options.slice(0, 3).join(', ')}, …), soort (${EquipmentKind.options.join(', ')}), volume (liter),
geplaatst_op (2024-03-01), en als ze er zijn verwijderd_op en chip. Waar hij hoort: objectcode, of straat, huisnummer,
huisletter, toevoeging en postcode van precies één adres, of verzamelsysteem (de objectcode daarvan).

Een container is dezelfde als het nummer hetzelfde is; al het andere volgt het bestand. Een chip zit in één container
tegelijk: wie hem verplaatst, geeft de oude container een verwijderd_op. Hetzelfde bestand nog eens verandert niets.`,
  run: (given) => importFiles(given, { name: 'equipment', what: 'Inzamelmiddelen', openIntake: openEquipmentIntake }),
}
