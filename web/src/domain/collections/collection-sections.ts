/** The sections of 'Regels en gebieden' that have a path. The path of a section opens the page at that section. */
const collectionSections = ['publication', 'pickups', 'hours', 'areas', 'import'] as const
export type CollectionSection = (typeof collectionSections)[number]

/** Returns whether a part of a path names a section of 'Regels en gebieden'. */
export const isCollectionSection = (name: unknown) => collectionSections.includes(name as CollectionSection)
