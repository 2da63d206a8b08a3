/** `1-9-2026` as `2026-09-01`; what is written otherwise stays as it was typed, for the contract to judge. */
function asDay(typed: string) {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(typed) ?? []
  return day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed
}

/** The days in a text: typed, or pasted from a column of a sheet, with anything but a day between them. */
export const listedDays = (text: string) =>
  text
    .split(/[\s,;"]+/)
    .filter((typed) => typed !== '')
    .map(asDay)
