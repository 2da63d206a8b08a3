import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { type ComponentType, useMemo } from 'react'
import { brandVariables, theme } from '../src/kit/theme/theme.ts'
import { answeredClient } from './answers.ts'
import { ButtonsChapter } from './ButtonsChapter.tsx'
import { FormsChapter } from './FormsChapter.tsx'
import styles from './Gallery.module.css'
import { LooksChapter } from './LooksChapter.tsx'
import { PlacesChapter } from './PlacesChapter.tsx'
import { StatesChapter } from './StatesChapter.tsx'
import { TablesChapter } from './TablesChapter.tsx'

const chapters: { id: string; title: string; Chapter: ComponentType }[] = [
  { id: 'looks', title: 'Looks', Chapter: LooksChapter },
  { id: 'buttons', title: 'Buttons', Chapter: ButtonsChapter },
  { id: 'forms', title: 'Forms', Chapter: FormsChapter },
  { id: 'states', title: 'States', Chapter: StatesChapter },
  { id: 'tables', title: 'Tables', Chapter: TablesChapter },
  { id: 'places', title: 'Places', Chapter: PlacesChapter },
]

const Chapters = () => (
  <main className={styles.gallery}>
    <h1>Gallery of parts</h1>
    <nav aria-label="Chapters" className={styles.contents}>
      {chapters.map(({ id, title }) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
    {chapters.map(({ id, title, Chapter }) => (
      <section key={id} id={id} className={styles.chapter} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        <Chapter />
      </section>
    ))}
  </main>
)

/** Every shared part in every state, at a glance, without a server. */
export function Gallery() {
  const client = useMemo(answeredClient, [])
  const router = useMemo(() => {
    const root = createRootRoute({ component: Chapters })
    const tabs = [
      { path: '/', tab: 'Milieupas' },
      { path: '/requests', tab: 'Uitgiften' },
    ]
    return createRouter({
      routeTree: root.addChildren(
        tabs.map(({ path, tab }) =>
          createRoute({ getParentRoute: () => root, path, staticData: { tab, access: 'everyone' } }),
        ),
      ),
      history: createMemoryHistory(),
    })
  }, [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={brandVariables} forceColorScheme="light">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
