import { type Command, UsageError } from '../../platform/runtime/command.ts'
import { importFiles, rejectsOption } from '../reader/import-files.ts'
import { openAddressIntake } from './address-intake.ts'
import { readRetireLimit } from './retire-addresses.ts'

/** Takes addresses in from files of the Dutch register of addresses, or any file with its columns. */
export const importAddresses: Command = {
  name: 'import addresses',
  summary: 'leest adressen in uit CSV-bestanden',
  database: 'existing',
  usage: 'BESTAND…',
  options: {
    ...rejectsOption,
    retire: {
      value: 'PROCENT',
      summary:
        'het bestand heeft alle adressen van zijn gemeenten: wat er niet in staat, vervalt (hoogstens zoveel procent)',
    },
  },
  explanation: `Een bestand mag ingepakt zijn (gzip of zstd); - is de standaardinvoer. Scheidingsteken ; of , en tekens in UTF-8.
Kolommen, in elke volgorde: straat, huisnummer, postcode, woonplaats, en gemeente of gemeentecode. Verder, als ze er
zijn: huisletter, huisnummertoevoeging (of toevoeging), lat, lon, objectcode. Andere kolommen tellen niet mee.

Nieuwe adressen komen erbij; van bekende adressen veranderen de coördinaten en de objectcode als het bestand andere
heeft. Hetzelfde bestand nog eens inlezen verandert niets. Een adres dat vervalt, wordt niet meer gevonden; zijn pagina en
zijn ledigingen blijven, en een later bestand kan het terugbrengen. Een regel die niet klopt, wordt afgekeurd en houdt de andere
niet tegen. Een afgebroken import kan gewoon opnieuw gestart worden.`,
  run: async (given) => {
    const retireLimit = readRetireLimit(given.options['retire'])
    if (retireLimit !== undefined && given.args.length > 1)
      throw new UsageError(
        'Lees met --retire één bestand tegelijk in: een gemeente staat er in haar geheel in, of niet.',
      )
    return importFiles(given, {
      name: 'addresses',
      what: 'Adressen',
      openIntake: (db, file) => openAddressIntake(db, { ...file, retireLimit }),
    })
  },
}
