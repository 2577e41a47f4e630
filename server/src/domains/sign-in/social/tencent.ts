import { createHash } from 'node:crypto'
import { refuse } from '../../../platform/error.ts'
import { type SocialReach, fetchJson } from './http.ts'

type Answer = Record<string, unknown>

const BUSY = -1

/** What the global error codes of WeCom's interfaces mean to who scans, or to who set the app up. */
export const WECOM_FAULTS: Record<number, string> = {
  [BUSY]: '企业微信繁忙，请稍后再试',
  40001: '企业微信应用的密钥不正确，请联系管理员',
  40013: '企业微信的企业编号不正确，请联系管理员',
  40029: '扫码登录已失效，请重新扫码',
  40056: '企业微信应用的编号不正确，请联系管理员',
  45009: '企业微信的接口调用次数已用完，请稍后再试',
  48002: '企业微信应用没有登录接口的权限，请联系管理员',
  50001: '企业微信应用没有信任本站的域名，请联系管理员',
  50002: '您不在企业微信应用的可见范围内，请联系管理员',
  50003: '企业微信应用已停用，请联系管理员',
  60011: '您不在企业微信应用的可见范围内，请联系管理员',
  60020: '企业微信应用没有信任本服务器的地址，请联系管理员',
  60111: '企业微信里没有这个成员',
}

/** Those of WeChat's open platform. */
export const WECHAT_FAULTS: Record<number, string> = {
  [BUSY]: '微信繁忙，请稍后再试',
  40001: '微信网站应用的密钥不正确，请联系管理员',
  40003: '微信授权已失效，请重新扫码',
  40013: '微信网站应用的AppID不正确，请联系管理员',
  40029: '扫码登录已失效，请重新扫码',
  40125: '微信网站应用的密钥不正确，请联系管理员',
  40163: '扫码登录已失效，请重新扫码',
  40164: '微信网站应用没有信任本服务器的地址，请联系管理员',
  42001: '微信授权已失效，请重新扫码',
  42003: '扫码登录已失效，请重新扫码',
  45009: '微信的接口调用次数已用完，请稍后再试',
  45011: '操作过于频繁，请稍后再试',
  48001: '微信网站应用没有登录接口的权限，请联系管理员',
}

/** One address serves page and calls where the provider runs in a house of one's own. */
export function baseOf(issuer: string, standard: string): string {
  return (issuer || standard).replace(/\/+$/, '')
}

/** Both answer every refusal with HTTP 200 and an `errcode`; right answers of WeChat carry none. */
export function errcodeOf(answer: Answer): number {
  return Number(answer['errcode'] ?? 0)
}

/** Throws what an errcode means; one without words is told as a number, for the administrator to look up. */
export function assertTaken(answer: Answer, faults: Record<number, string>): void {
  const code = errcodeOf(answer)
  if (code === 0) return
  throw refuse(faults[code] ?? `第三方登录失败（错误码${code}），请联系管理员`)
}

interface AppAccount {
  base: string
  clientId: string
  secret: string
  reach: SocialReach
}

interface Kept {
  token: string
  until: number
}

const kept = new Map<string, Kept>()
/** Renewed a little before it runs out. */
const MARGIN_SECONDS = 300

/** The token of a WeCom app: asking anew for every sign-in would soon be refused as too frequent. */
export async function wecomToken(app: AppAccount, isStale = false): Promise<string> {
  const key = createHash('sha256').update(`${app.base}\n${app.clientId}\n${app.secret}`).digest('hex')
  const known = kept.get(key)
  if (known && !isStale && known.until > Date.now()) return known.token
  const query = new URLSearchParams({ corpid: app.clientId, corpsecret: app.secret })
  const answer = await fetchJson(`${app.base}/cgi-bin/gettoken?${query.toString()}`, app.reach)
  assertTaken(answer, WECOM_FAULTS)
  const token = String(answer['access_token'] ?? '')
  const seconds = Math.max(0, Number(answer['expires_in'] ?? 0) - MARGIN_SECONDS)
  kept.set(key, { token, until: Date.now() + seconds * 1000 })
  return token
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
