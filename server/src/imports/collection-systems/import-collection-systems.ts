import type { Command } from '../../platform/runtime/command.ts'
import { type Intake, importFiles, rejectsOption } from '../reader/import-files.ts'
import { openSystemIntake } from './collection-system-intake.ts'
import { isOfSystems } from './collection-system-rows.ts'
import { openConnectionIntake } from './connection-intake.ts'

/** Takes in the shared sites, and which addresses may use them. */
export const importCollectionSystems: Command = {
  name: 'import collection-systems',
  summary: 'leest verzamelsystemen in, en welke adressen erop zijn aangesloten, uit CSV-bestanden',
  database: 'existing',
  usage: 'BESTAND…',
  options: rejectsOption,
  explanation: `Een bestand mag ingepakt zijn (gzip of zstd); - is de standaardinvoer. De kop zegt wat erin staat, in elke volgorde.

Verzamelsystemen: verzamelsysteem (de eigen objectcode), naam, soort (Ondergrondse container, Wijkcontainer, Verzamelcontainer
of Grondstoffenpark), het adres waar het bij staat, en lat en lon; zonder die twee staat het waar het adres is.
Een verzamelsysteem is hetzelfde als de objectcode hetzelfde is; al het andere volgt het bestand.

Aansluitingen (zonder de kolom naam): verzamelsysteem, het adres dat er gebruik van mag maken, en als die er is vervalt (ja of nee).

Een adres is een objectcode, of straat, huisnummer, huisletter, toevoeging en postcode van precies één adres. Hetzelfde
bestand nog eens verandert niets. Welke containers een verzamelsysteem heeft, zegt import equipment.`,
  run: (given) =>
    importFiles<unknown>(given, {
      name: 'collection-systems',
      what: 'Verzamelsystemen',
      // Whichever it is: what its reader gives is what its store gets.
      openIntake: (db, file) =>
        (isOfSystems(file.header) ? openSystemIntake : openConnectionIntake)(db, file) as Promise<Intake<unknown>>,
    }),
}
