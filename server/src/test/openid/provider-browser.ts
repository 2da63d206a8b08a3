/** Returns the steps that a browser takes at a provider: it follows redirects and stores cookies. */
export function providerBrowser(issuer: string) {
  const cookies = new Map<string, string>()

  /** Opens a URL, or sends a form to it. Returns the first page, or the first URL at another host. */
  async function open(url: string, form?: Record<string, string>): Promise<{ url: string; page: string }> {
    if (!url.startsWith(issuer)) return { url, page: '' }
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form && new URLSearchParams(form)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location) return open(new URL(location, url).href)
    if (!response.ok) throw new Error(await response.text())
    return { url, page: await response.text() }
  }

  return {
    /** Whether the provider shows its login page at the URL to which the portal redirects. */
    asksForAccount: async (location: string) => (await open(location)).page.includes('name="account"'),
    /** Logs in at the URL to which the portal redirects. Returns the query of the redirect back to the portal. */
    async logIn(location: string, account: string) {
      const first = await open(location)
      const { url } = first.page ? await open(first.url, { account }) : first
      return Object.fromEntries(new URL(url).searchParams)
    },
    /** Logs out on a page of the provider. Returns the URL at which the browser ends. */
    async logOut(location = `${issuer}/session/end`) {
      const { page } = await open(location)
      const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(page) ?? []
      return (await open(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' })).url
    },
  }
}
