/** Converts `1-9-2026` to `2026-09-01`. Returns other text as typed. The contract rejects such text. */
function toIsoDay(typed: string) {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(typed) ?? []
  return day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed
}

/** Returns the days in a text that was typed or pasted from a spreadsheet column. */
export const listedDays = (text: string) =>
  text
    .split(/[\s,;"]+/)
    .filter((typed) => typed !== '')
    .map(toIsoDay)
