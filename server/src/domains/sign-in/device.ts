import bowser from 'bowser'

const KINDS: Record<string, string> = { desktop: '电脑', mobile: '手机', tablet: '平板', tv: '电视', bot: '程序' }
const MOST_KNOWN = 2000
const known = new Map<string, string>()

/** What a browser says of itself, in words: Chrome 130 · Windows 10 · 电脑. */
export function deviceOf(agent: string | null): string {
  const text = agent?.trim() ?? ''
  if (text === '') return '未知设备'
  if (known.size >= MOST_KNOWN) known.clear()
  const words = known.get(text) ?? wordsOf(text)
  known.set(text, words)
  return words
}

function wordsOf(agent: string): string {
  const { browser, os, platform } = bowser.parse(agent)
  const parts = [
    named(browser.name, browser.version?.split('.')[0]),
    named(os.name, os.versionName && os.name === 'Windows' ? os.versionName : os.version),
    platform.model ?? KINDS[platform.type ?? ''],
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : programOf(agent)
}

function named(name: string | undefined, version: string | undefined): string {
  return [name, version].filter(Boolean).join(' ')
}

/** Programs name themselves and their version before anything else: curl/8.5.0. */
function programOf(agent: string): string {
  const [, name, version] = /^([\w.-]{1,40})\/([\w.]{1,20})/.exec(agent) ?? []
  return name ? `${named(name, version)} · ${KINDS['bot']}` : '未知设备'
}
