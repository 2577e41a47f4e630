import type { ErrorKind } from '@xueheng/contract/kit/error.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../ctx.ts'
import type { Database } from '../db/pool.ts'
import { AppError } from '../error.ts'
import type { Reach } from '../net/address.ts'

/** What calls to providers need of the program. */
export interface ProviderDeps {
  database: Database
  config: Pick<Config, 'masterKey'> & Reach
  log: Pick<Logger, 'warn'>
}

/** In whose name a provider is called. */
export interface ProviderAccount {
  tenantId: string
  /** Its row, with more behind it where a row has several secrets; a token belongs to it. */
  id: string
  /** What the provider knows it by: appid, corpid. */
  key: string
  /** In plain; never logged, never in an error. */
  secret: string
}

export interface GivenToken {
  token: string
  /** Seconds from now. */
  expiresIn: number
}

/** A platform that is spoken to with an access token and answers `errcode` and `errmsg`. */
export interface Provider {
  /** `wechat`, `wecom`. */
  name: string
  /** As people are told: 微信. */
  title: string
  /** Scheme and host of its calls: `https://api.weixin.qq.com`. */
  host: string
  /** Asks for a token. `stale`: the one that was refused, which must not come again. */
  askToken(ask: AskProvider, account: ProviderAccount, stale: string | undefined): Promise<GivenToken>
  /** The token is not known any more: another one and once more. */
  tokenErrors: readonly number[]
  /** Nothing was done, and a moment later it may be: asked again after the pauses. */
  busyErrors: readonly number[]
  /** What a code means, in the user's words. */
  words: Readonly<Record<number, string>>
}

/** One file of a multipart body. */
export interface UploadPart {
  name: string
  fileName: string
  contentType: string
  bytes: Buffer
}

export interface ProviderRequest {
  method: 'GET' | 'POST'
  /** Behind the host: `/cgi-bin/user/get`. */
  path: string
  query?: Record<string, string>
  body?: object
  /** Instead of a body: files, with the plain fields beside them. */
  files?: UploadPart[]
  texts?: Record<string, string>
  /** May be asked again when no answer came; what sends something must not be. A GET may without it. */
  isRepeatable?: boolean
  /** Codes that are no refusal: the answer tells of each part of what was asked. */
  partCodes?: readonly number[]
  timeoutMs?: number
}

/** Asks without a token; throws a `ProviderError` where the answer is none or an error. */
export type AskProvider = (request: ProviderRequest) => Promise<unknown>

/**
 * What a provider refused, or that it did not answer (`errcode` is undefined then: what was asked may have been done). An
 * `AppError`: its text is Chinese and names the code.
 */
export class ProviderError extends AppError {
  readonly errcode: number | undefined

  constructor(kind: ErrorKind, errcode: number | undefined) {
    super(kind)
    this.errcode = errcode
  }
}

/** `微信：超过回复时限（45015）`. */
export function refusalOf({ title, words, busyErrors }: Provider, errcode: number, errmsg: string): ProviderError {
  const text = words[errcode] ?? `返回错误 ${errmsg.slice(0, 200)}`
  const status = busyErrors.includes(errcode) ? 503 : 400
  return new ProviderError({ status, text: `${title}：${text}（${errcode}）` }, errcode)
}

/** The provider could not be reached, was too slow, or answered what nobody can read. */
export function awayOf({ title }: Provider, reason: string): ProviderError {
  return new ProviderError({ status: 503, text: `${title}：${reason}` }, undefined)
}

/** What tokens, counters and callbacks of an account are kept under. */
export function holderOf({ name }: Pick<Provider, 'name'>, { id }: Pick<ProviderAccount, 'id'>): string {
  return `${name}:${id}`
}
