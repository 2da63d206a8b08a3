import changelog from '../../../../CHANGELOG.md?raw'
import { Page, Panel } from '../../kit/page/Page.tsx'

/** The changes of one version: a heading, and a list of sentences. */
type ListedVersion = { name: string; changes: string[] }

/** Returns the versions in the text of the changelog, the newest first. A change can continue on the next line. */
export function versionsIn(text: string): ListedVersion[] {
  const [, ...parts] = text.split(/^## /m)
  return parts.map((part) => {
    const [name = '', ...lines] = part.split('\n')
    const [, ...changes] = lines.join('\n').split(/^- /m)
    return { name, changes: changes.map((change) => change.replaceAll(/\s+/g, ' ').replaceAll('`', '').trim()) }
  })
}

/** What employees notice of each version of the portal. */
export function ChangelogPage() {
  return (
    <Page intro="Wat u als medewerker merkt, per versie.">
      {versionsIn(changelog).map(({ name, changes }) => (
        <Panel key={name} title={name}>
          <ul className="column gap-2">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Panel>
      ))}
    </Page>
  )
}
