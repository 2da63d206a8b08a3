import { type Access, showAddress, showCollectionSystem } from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { RouteComponent } from '@tanstack/react-router'
import type { IconName } from '../kit/theme/Icon.tsx'
import { lazyPage } from './lazy-page.ts'
import { prefetchAddress, prefetchCollectionSystem } from './prefetch.ts'

/** One screen: its path, access and title, and what happens before it is shown. */
export type Screen = {
  path: `/${string}`
  /** The name by which `auth` finds the screens that open before a required new password is chosen. */
  name?: string
  Page: RouteComponent
  access: Access
  title: string
  /** The call whose `params` are valid for the path. With other params, the page is not found. */
  shows?: typeof showAddress | typeof showCollectionSystem
  /** The icon of the screen in the menu. A screen without an icon is not in the menu. All tabs share one item. */
  menu?: IconName
  /** The name of the screen's tab in 'Services & instellingen'. A screen without this name has no tab. */
  tab?: string
  /** Extra steps before the screen is shown. They run after the steps `locale` and `auth` of every screen. */
  middleware?: string[]
  /** Loads the data of the screen when a link to it gets the mouse or the focus. */
  prefetch?: (input: { client: QueryClient; params: { alias?: string } }) => Promise<unknown>
  /** Whether the screen is used frequently. Its code is then preloaded. */
  isFrequent?: true
  /** Needs calls beyond the specification. On a server without those calls, this page is not found. */
  isExtra?: true
  layout?: 'login'
}

/** Every screen of the portal. The router, the access check, the menu and the titles use this table. */
export const screens: Screen[] = [
  { path: '/', Page: () => null, access: 'everyone', title: 'Begin', middleware: ['home'] },
  {
    path: '/login',
    Page: lazyPage(async () => (await import('../features/account/LoginPage.tsx')).LoginPage),
    access: 'everyone',
    title: 'Inloggen',
    middleware: ['visitor'],
    layout: 'login',
  },
  {
    path: '/account/wachtwoord-vergeten',
    Page: lazyPage(async () => (await import('../features/account/PasswordPages.tsx')).ForgotPasswordPage),
    access: 'everyone',
    title: 'Wachtwoord vergeten',
    layout: 'login',
  },
  {
    path: '/account/wachtwoord/resetten',
    Page: lazyPage(async () => (await import('../features/account/PasswordPages.tsx')).ResetPasswordPage),
    access: 'everyone',
    title: 'Nieuw wachtwoord kiezen',
    layout: 'login',
  },
  {
    path: '/toegankelijkheid',
    Page: lazyPage(async () => (await import('../features/accessibility/AccessibilityPage.tsx')).AccessibilityPage),
    access: 'everyone',
    title: 'Toegankelijkheid',
  },
  {
    path: '/dossier-controleren',
    Page: lazyPage(async () => (await import('../features/dossier-check/DossierCheckPage.tsx')).DossierCheckPage),
    access: 'everyone',
    title: 'Controleer een dossier',
    isExtra: true,
  },
  {
    path: '/change-password',
    name: 'persoonsgegevens-wachtwoord-wijzigen',
    Page: lazyPage(async () => (await import('../features/account/PasswordPages.tsx')).ChangePasswordPage),
    access: 'employees',
    title: 'Wachtwoord wijzigen',
  },
  {
    path: '/account/beveiliging',
    Page: lazyPage(async () => (await import('./SecurityPage.tsx')).SecurityPage),
    access: 'employees',
    title: 'Beveiliging',
    isExtra: true,
  },
  {
    path: '/dashboard',
    Page: lazyPage(async () => (await import('../features/dashboard/DashboardPage.tsx')).DashboardPage),
    access: 'employees',
    title: 'Dashboard',
    menu: 'home',
  },
  {
    path: '/address',
    Page: lazyPage(async () => (await import('../features/addresses/AddressSearchPage.tsx')).AddressSearchPage),
    access: 'bsgw_employee',
    title: 'Zoek adres',
    menu: 'search',
  },
  {
    path: '/address/$alias',
    Page: lazyPage(async () => (await import('../features/addresses/AddressPage.tsx')).AddressPage),
    access: 'bsgw_employee',
    title: 'Adres',
    shows: showAddress,
    isFrequent: true,
    prefetch: prefetchAddress,
  },
  {
    path: '/collection-system',
    Page: lazyPage(
      async () =>
        (await import('../features/collection-systems/CollectionSystemSearchPage.tsx')).CollectionSystemSearchPage,
    ),
    access: 'bsgw_employee',
    title: 'Zoek verzamelsysteem',
    menu: 'underground',
  },
  {
    path: '/collection-system/$alias',
    Page: lazyPage(
      async () => (await import('../features/collection-systems/CollectionSystemPage.tsx')).CollectionSystemPage,
    ),
    access: 'bsgw_employee',
    title: 'Verzamelsysteem',
    shows: showCollectionSystem,
    isFrequent: true,
    prefetch: prefetchCollectionSystem,
  },
  {
    path: '/services-and-settings',
    Page: lazyPage(async () => (await import('../features/passes/PassDeskPage.tsx')).PassDeskPage),
    access: 'municipal_employee',
    title: 'Services & instellingen',
    tab: 'Milieupas',
    menu: 'pass',
    isFrequent: true,
  },
  {
    path: '/services-and-settings/requests',
    Page: lazyPage(async () => (await import('../features/passes/RollIssuesPage.tsx')).RollIssuesPage),
    access: 'municipal_employee',
    title: 'Uitgiften',
    isExtra: true,
    tab: 'Uitgiften',
  },
  {
    path: '/services-and-settings/settings',
    Page: lazyPage(async () => (await import('./SettingsPage.tsx')).SettingsPage),
    access: 'municipal_employee',
    title: 'Instellingen',
    isExtra: true,
    tab: 'Instellingen',
  },
  {
    path: '/services-and-settings/notices/new',
    Page: lazyPage(async () => (await import('../features/notices/NoticePage.tsx')).NoticePage),
    access: 'municipal_employee',
    title: 'Mededeling toevoegen',
    isExtra: true,
  },
  {
    path: '/services-and-settings/notices/$notice_id',
    Page: lazyPage(async () => (await import('../features/notices/NoticePage.tsx')).NoticePage),
    access: 'municipal_employee',
    title: 'Mededeling wijzigen',
    isExtra: true,
  },
  {
    path: '/services-and-settings/collections',
    Page: lazyPage(async () => (await import('../features/calendar-planning/CollectionsPage.tsx')).CollectionsPage),
    access: 'administrator',
    title: 'Ophaaldagen',
    isExtra: true,
    tab: 'Ophaaldagen',
  },
  {
    path: '/services-and-settings/collections/changes',
    Page: lazyPage(async () => (await import('../features/calendar-planning/ChangesPage.tsx')).ChangesPage),
    access: 'administrator',
    title: 'Wijzigingen van ophaaldagen',
    isExtra: true,
  },
  {
    path: '/services-and-settings/collections/areas',
    Page: lazyPage(async () => (await import('../features/calendar-planning/AreasPage.tsx')).AreasPage),
    access: 'administrator',
    title: 'Ophaalgebieden',
    isExtra: true,
  },
  {
    path: '/services-and-settings/collections/rules',
    Page: lazyPage(async () => (await import('../features/calendar-planning/RulesPage.tsx')).RulesPage),
    access: 'administrator',
    title: 'Ophaalregels',
    isExtra: true,
  },
  {
    path: '/services-and-settings/collections/import',
    Page: lazyPage(async () => (await import('../features/calendar-planning/ImportPage.tsx')).ImportPage),
    access: 'administrator',
    title: 'Ophaaldagen inlezen',
    isExtra: true,
  },
  {
    path: '/services-and-settings/collections/publication',
    Page: lazyPage(async () => (await import('../features/calendar-planning/PublicationPage.tsx')).PublicationPage),
    access: 'administrator',
    title: 'Publicatie van ophaaldagen',
    isExtra: true,
  },
  {
    path: '/services-and-settings/collections/pickups',
    Page: lazyPage(
      async () => (await import('../features/calendar-planning/PickupCapacityPage.tsx')).PickupCapacityPage,
    ),
    access: 'administrator',
    title: 'Ophaalafspraken voor snoeiafval',
    isExtra: true,
  },
  {
    path: '/services-and-settings/employees',
    Page: lazyPage(async () => (await import('../features/employees/EmployeesPage.tsx')).EmployeesPage),
    access: 'administrator',
    title: 'Medewerkers',
    isExtra: true,
    tab: 'Medewerkers',
    menu: 'user',
  },
  {
    path: '/services-and-settings/audit',
    Page: lazyPage(async () => (await import('../features/audit/AuditPage.tsx')).AuditPage),
    access: 'administrator',
    title: 'Logboek',
    isExtra: true,
    tab: 'Logboek',
  },
  {
    path: '/services-and-settings/employees/new',
    Page: lazyPage(async () => (await import('../features/employees/EmployeePage.tsx')).InviteEmployeePage),
    access: 'administrator',
    title: 'Medewerker uitnodigen',
    isExtra: true,
  },
  {
    path: '/services-and-settings/employees/$employee_id',
    Page: lazyPage(async () => (await import('../features/employees/EmployeePage.tsx')).EmployeePage),
    access: 'administrator',
    title: 'Medewerker wijzigen',
    isExtra: true,
  },
  {
    path: '/calendar',
    Page: lazyPage(async () => (await import('../features/calendar/CalendarPage.tsx')).CalendarPage),
    access: 'employees',
    title: 'Kalender',
    menu: 'calendar',
  },
]
