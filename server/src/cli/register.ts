import { billPurposes, deskPurposes, type Purpose, purposeNames } from '@rd4-loket/contract'
import { type DataStatement, findDataStatements } from '../app/data-statements.queries.ts'
import { monthsOf, type RetentionSettings } from '../app/retention.queries.ts'
import { byteOrderMark, csvLine } from '../platform/files/csv.ts'
import { type Command, UsageError } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'

/** The data in a table, and what ends their period: it completes 'maanden na …' or 'tot …'. */
type TableText = [data: string, end?: string]

/** An activity of processing, its purposes, and the Dutch texts about its tables. A log has the key of its rows. */
type Activity = { activity: string; purposes: readonly (Purpose | string)[]; tables: Record<string, TableText> }

const activities: Activity[] = [
  {
    activity: 'Vragen over ledigingen en aanslagen beantwoorden',
    purposes: [...billPurposes, 'vraag_inwoner'],
    tables: {
      container: ['containers op een adres, met chipnummer'],
      clearance: ['ledigingen en stortingen: tijd, afvalstroom, volume en gewicht'],
      non_clearance: ['wat niet geleegd is, en waarom: adres of container, tijd en afvalstroom', 'de dag daarvan'],
      contact: ['klantcontacten: plaats, doel, uitkomst, notitie, concepten en medewerker', 'het afsluiten'],
      call_back: ['terugbelverzoeken: telefoonnummer, moment, uitkomst en medewerkers'],
      missed_report: ['meldingen van gemiste ophalingen, met uitkomst en medewerkers', 'de uitkomst of het intrekken'],
      quarantine_line: [
        'ledigingen die nergens passen, met het besluit en de medewerkers',
        'het buiten de rekening laten',
      ],
      placed_clearance: ['welke ledigingen een medewerker plaatste, om ze niet opnieuw te vragen', 'het plaatsen'],
      clearance_quarantine: ['ledigingen die nog geen container vinden', 'de lediging bij een container hoort'],
      collection_system_access: ['toegang van een adres tot verzamelsystemen', 'een levering de toegang beëindigt'],
      occupancy: ['wie in welke periode aanslagplichtig is, met de grootte van het huishouden'],
      assessment: ['opgelegde aanslagen: nummer, datum en bedrag'],
      assessment_line: ['regels van aanslagen'],
    },
  },
  {
    activity: 'Regelingen op de aanslag toepassen',
    purposes: billPurposes,
    tables: {
      household_scheme: ['regelingen van huishoudens en adressen: een code en een periode', 'de laatste dag'],
    },
  },
  {
    activity: 'Bezwaren behandelen',
    purposes: ['aanslag_bezwaar'],
    tables: {
      clearance_objection: ['betwiste en gecorrigeerde ledigingen, met reden, besluit en medewerkers'],
      correction: ['correcties van veel ledigingen, met reden en medewerkers'],
      objection_handover: ['schriftelijke bezwaren, met data, notitie, antwoord en medewerkers', 'de afhandeling'],
    },
  },
  {
    activity: 'Milieupassen en rollen uitgeven',
    purposes: deskPurposes,
    tables: {
      resident: ['naam en adres van pashouders'],
      environmental_pass: ['milieupassen: nummer, status en reden van blokkade'],
      pass_change: ['vorige waarden van gewijzigde passen', 'de wijziging een dag oud is'],
      roll_issue: ['uitgegeven rollen: pas, aantal, tijd, doel en medewerker', 'de uitgifte'],
      allowance_proposal: ['voorstellen voor het aantal rollen, met de medewerkers'],
    },
  },
  {
    activity: 'Afval ophalen',
    purposes: ['vraag_inwoner', 'Ophaaldagen plannen en bekendmaken'],
    tables: {
      pickup_appointment: ['ophaalafspraken: adres, dag, volume en medewerker', 'de dag van de afspraak'],
      calendar_feed: ['kalenderkoppelingen van adressen'],
      collection_change: ['wijzigingen van ophaaldagen, met de medewerker'],
      recorded_malfunction: ['storingen aan verzamelsystemen, met de medewerker'],
    },
  },
  {
    activity: 'Medewerkers toegang geven',
    purposes: ['Toegang tot het loket geven en beveiligen'],
    tables: {
      employee: ['naam, e-mailadres, rollen, gemeente en wachtwoord (hash) van medewerkers'],
      employee_identity: ['account van de medewerker bij zijn organisatie'],
      session: ['sessies: begin, einde, netwerk en browser', 'het einde van de sessie'],
      organisation_login: ['een begonnen login bij een organisatie', 'de login klaar of verlopen is'],
      password_reset: ['links om een wachtwoord te kiezen (hash)', 'de link gebruikt of verlopen is'],
      second_factor: ['tweede factoren: versleutelde geheimen en openbare sleutels'],
      recovery_code: ['herstelcodes (hash)'],
      passkey_challenge: ['een begonnen login met een toegangssleutel'],
      attempt_budget: ['pogingen om in te loggen, per account en netwerk (hash)', 'de limiet niet meer geldt'],
      login_network: ['netwerken waarvandaan een medewerker inlogt', 'het netwerk 90 dagen niet gebruikt is'],
      mail: ['wachtende mails aan medewerkers', 'de mail verzonden is, of haar link verlopen is'],
    },
  },
  {
    activity: 'Medewerkers informeren',
    purposes: ['Weten welke belangrijke kaarten gelezen zijn'],
    tables: { card_read: ['welke versie van een kaart een medewerker las'] },
  },
  {
    activity: 'Gebruik vastleggen en controleren',
    purposes: ['toezicht', 'inzageverzoek'],
    tables: {
      audit: ['logboek: welke medewerker wanneer welke gegevens zag of wijzigde, en waarvoor', 'de gebeurtenis'],
      security: ['beveiligingslogboek: logins, wachtwoorden en accounts, met netwerk', 'de gebeurtenis'],
      processing_record: ['verwerkingenlogboek: welke gegevens van wie verwerkt zijn, en waarvoor', 'de verwerking'],
      audit_review: ['wie het gebruik van een maand beoordeelde', 'de beoordeelde maand'],
    },
  },
]

const subjectNames: Partial<Record<string, string>> = {
  'a resident': 'inwoners',
  'a household': 'huishoudens',
  'an employee': 'medewerkers',
}

/** A row of the register: one kind of personal data. */
export type RegisterRow = Record<'activity' | 'purposes' | 'subjects' | 'data' | 'retention' | 'table', string>

/** Returns how long the data of a statement are stored, in Dutch. */
function retentionText(
  { table, period, deletedWith, deletedWhen }: DataStatement,
  end: string,
  keep: RetentionSettings,
) {
  if (period) return `${monthsOf(table, period, keep)} maanden na ${end}`
  if (deletedWith) return `zolang er is: ${findText(deletedWith)?.text[0] ?? deletedWith}`
  return deletedWhen ? `tot ${end}` : 'geen termijn in het loket: de gemeente bepaalt wanneer ze vervallen'
}

function findText(key: string) {
  const activity = activities.find(({ tables }) => key in tables)
  const text = activity?.tables[key]
  return activity && text && { activity, text }
}

/**
 * Returns the rows of the register, from the comments of the tables. Throws when a table with personal data has no
 * Dutch text.
 */
export function registerRows(statements: DataStatement[], keep: RetentionSettings): RegisterRow[] {
  const rows = statements.flatMap((statement) => {
    const { table, subject, period } = statement
    if (subject === null) return []
    const found = findText(period?.where?.value ?? table)
    if (!found) throw new Error(`The register has no text about the table ${table}`)
    const { activity, purposes } = found.activity
    const [data, end = ''] = found.text
    return {
      activity,
      purposes: purposes.map((purpose) => purposeNames[purpose as Purpose] ?? purpose).join('; '),
      subjects: subject
        .split(' and ')
        .map((it) => subjectNames[it] ?? it)
        .join(' en '),
      data,
      retention: retentionText(statement, end, keep),
      table,
    }
  })
  const order = activities.map(({ activity }) => activity)
  return rows.sort((one, other) => order.indexOf(one.activity) - order.indexOf(other.activity))
}

const registerText = (rows: RegisterRow[]) =>
  Object.entries(Object.groupBy(rows, ({ activity }) => activity))
    .map(([activity, group = []]) =>
      [
        activity,
        `  Doelen: ${group[0]?.purposes}`,
        ...group.map((row) => `  - ${row.data}\n    van ${row.subjects}; ${row.retention}`),
      ].join('\n'),
    )
    .join('\n\n')

const headings = ['Verwerking', 'Doelen', 'Betrokkenen', 'Gegevens', 'Bewaartermijn', 'Tabel']

/** Prints what the product contributes to the register of processing (GDPR, article 30). */
export const printRegister: Command = {
  name: 'register',
  summary: 'toont doelen, gegevens, betrokkenen en bewaartermijnen voor het verwerkingenregister (AVG, artikel 30)',
  database: 'existing',
  options: { format: { value: 'csv|json', summary: 'als CSV of JSON (standaard leesbare tekst)' } },
  explanation: `De lijst komt uit de tabellen van de database en de instellingen KEEP_…. De gemeente vult zelf aan: de
verwerkingsverantwoordelijke, de functionaris gegevensbescherming, de grondslag, en wie de gegevens ontvangt.
De beveiliging staat in docs/security.md.`,
  async run({ options: { format }, openDatabase }) {
    if (format !== undefined && format !== 'csv' && format !== 'json')
      throw new UsageError(`--format is csv of json, niet ${format}.`)
    const { db } = await openDatabase()
    const rows = registerRows(await findDataStatements(db), loadConfig().keep_months)
    if (format === 'json') return JSON.stringify(rows, undefined, 2)
    if (format !== 'csv') return registerText(rows)
    const cells = rows.map((row) => [row.activity, row.purposes, row.subjects, row.data, row.retention, row.table])
    return byteOrderMark + [headings, ...cells].map(csvLine).join('')
  },
}
