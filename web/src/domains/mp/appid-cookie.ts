const NAME = 'appid'
const YEAR_SECONDS = 31_536_000

/** The account chosen for the pages of public accounts; calls carry it as a cookie. */
export function chosenAppid(cookies: string = document.cookie): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${NAME}=`))
  return found ? decodeURIComponent(found.slice(NAME.length + 1)) || undefined : undefined
}

export function keepAppid(appid: string): void {
  const isSecure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${NAME}=${encodeURIComponent(appid)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${isSecure}`
}

/** The saved one while it still exists, else the first. */
export function currentAppid(known: string[], saved: string | undefined): string | undefined {
  return saved !== undefined && known.includes(saved) ? saved : known[0]
}
