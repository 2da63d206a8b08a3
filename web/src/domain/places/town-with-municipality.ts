/** A town with its municipality, when their names differ: `Hoensbroek, gemeente Heerlen`. */
export const townWithMunicipality = (
  text: string,
  { city, municipality }: { city: string; municipality: { name: string } },
) => (city === municipality.name ? text : `${text}, gemeente ${municipality.name}`)
