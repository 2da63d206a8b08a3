import { apiDocument } from '../app/openapi.ts'
import { backup } from '../backup/backup.ts'
import { checkRestore } from '../backup/check-restore.ts'
import { restore } from '../backup/restore.ts'
import { importAddresses } from '../imports/addresses/import-addresses.ts'
import { importAreas } from '../imports/areas/import-areas.ts'
import { importAssessments } from '../imports/assessments/import-assessments.ts'
import { importBag } from '../imports/bag/import-bag.ts'
import { importBillRules } from '../imports/bill-rules/import-bill-rules.ts'
import { importSchemes } from '../imports/bill-rules/import-schemes.ts'
import { importCalendar } from '../imports/calendar/import-calendar.ts'
import { importClearances, retryClearances } from '../imports/clearances/import-clearances.ts'
import { importCollectionSystems } from '../imports/collection-systems/import-collection-systems.ts'
import { importEquipment } from '../imports/equipment/import-equipment.ts'
import { importNonClearances, retryNonClearances } from '../imports/non-clearances/import-non-clearances.ts'
import { importObjectCodes } from '../imports/object-codes/import-object-codes.ts'
import { importOccupancies } from '../imports/occupancies/import-occupancies.ts'
import { importPasses } from '../imports/passes/import-passes.ts'
import { importRoutes } from '../imports/routes/import-routes.ts'
import { importTariffs } from '../imports/tariffs/import-tariffs.ts'
import { importTownNames } from '../imports/town-names/import-town-names.ts'
import type { Command } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { changeBillRule } from './bill-rule.ts'
import { checkLogsCommand } from './check-logs.ts'
import { checkSearch } from './check-search.ts'
import { checkSetup } from './check-setup.ts'
import { checkTheme } from './check-theme.ts'
import { computeAllNorms } from './compute-norms.ts'
import { demo } from './demo.ts'
import { migrateDatabase } from './migrate.ts'
import { printRegister } from './register.ts'
import { renewSecret } from './renew-secret.ts'
import { retireRows } from './retire-rows.ts'
import { addUser, blockUser, resetUser, resetUserFactor } from './user.ts'
import { verifyDossier } from './verify-dossier.ts'

/** Prints the document that `/api/v1/openapi.json` returns. */
const printApiDocument: Command = {
  name: 'openapi',
  summary: 'toont de beschrijving van de API (OpenAPI 3.1, JSON)',
  database: 'none',
  run: async () => JSON.stringify(apiDocument(loadConfig()), undefined, 2),
}

/** All commands. */
export const commands: Command[] = [
  importAddresses,
  importBag,
  importObjectCodes,
  importCollectionSystems,
  importEquipment,
  importTownNames,
  importTariffs,
  importBillRules,
  importOccupancies,
  importSchemes,
  importAssessments,
  importPasses,
  importClearances,
  retryClearances,
  importNonClearances,
  retryNonClearances,
  importRoutes,
  importAreas,
  importCalendar,
  changeBillRule,
  computeAllNorms,
  demo,
  migrateDatabase,
  checkSearch,
  checkLogsCommand,
  checkSetup,
  checkTheme,
  retireRows,
  verifyDossier,
  addUser,
  blockUser,
  resetUser,
  resetUserFactor,
  renewSecret,
  backup,
  restore,
  checkRestore,
  printApiDocument,
  printRegister,
]
