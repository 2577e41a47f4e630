import type { Call, Input, Output } from '@xueheng/contract/kit/call.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Answer } from '@xueheng/contract/kit/call.ts'
import { type Session, adoptSession, clearSession, endViewing, useSession } from '../session/store.ts'
import { agreesTo } from './ask-first.ts'
import { ApiError } from './error.ts'
import { judge } from './judge.ts'
import { freshToken } from './refresh.ts'
import { type Params, type Sending, bodyOf, commonHeaders, exchange, queryText } from './send.ts'
import { proveIdentity, wantsProof } from './step-up.ts'

export { ApiError } from './error.ts'
export type { Params } from './send.ts'

const DOWNLOAD_TIMEOUT_MS = 600_000

/** Reads; answers `data` of the envelope. Throws `ApiError`. */
export function get<T>(path: string, params?: Params): Promise<T> {
  return send<T>('GET', path, { query: params })
}

/** Writes; answers `data` of the envelope. Throws `ApiError`. */
export function post<T>(path: string, sending: { query?: Params; body?: unknown } = {}): Promise<T> {
  return send<T>('POST', path, sending)
}

/** A declared call with its own types: path parts are filled, the rest travels as query (GET) or body (POST). */
export function callApi<const C extends Call<Fields, Fields, Answer>>(
  call: C,
  input: Partial<Input<C>> & Record<string, unknown> = {},
): Promise<Output<C>> {
  const rest: Record<string, unknown> = { ...input }
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) => {
    const part = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return part
  })
  if (call.method === 'GET') return get(path, rest as Params)
  return post(path, { body: call.body === 'array' ? rest.items : rest })
}

/** Sends files as multipart field `file`; `onProgress` is told the share sent, 0 to 1. */
export async function upload<T>(
  path: string,
  query: Params,
  files: File[],
  onProgress?: (share: number) => void,
): Promise<T> {
  await freshToken()
  const form = new FormData()
  for (const file of files) form.append('file', file, file.name)
  const answer = await sendForm(path + queryText(query), form, onProgress)
  return judged<T>(answer.status, answer.body)
}

/** Address with the token in the query, for pictures, frames and event streams, which carry no headers. */
export function downloadUrl(path: string, params: Params = {}): string {
  return path + queryText({ ...params, 'Blade-Auth': useSession.getState().token })
}

/** Fetches a file and hands it to the browser under the server's name for it. Throws `ApiError`. */
export async function download(path: string, params: Params = {}, method: 'GET' | 'POST' = 'GET'): Promise<void> {
  const file = await fetchFile(path, params, method)
  saveAs(file, file.name)
}

/** Fetches a file under the server's name for it. Throws `ApiError`. */
export async function fetchFile(path: string, params: Params = {}, method: 'GET' | 'POST' = 'GET'): Promise<File> {
  const response = await exchangeSurely(method, path, { query: params, timeoutMs: DOWNLOAD_TIMEOUT_MS })
  if (isFile(response)) return fileOf(response)
  judged(response.status, await bodyOf(response))
  throw noFile(response)
}

/** The same of a list however long: answers the job that makes the file, where the server does not do it at once. */
export async function downloadList(path: string, params: Params = {}): Promise<string | undefined> {
  const query = { ...params, isBackground: 1 }
  const response = await exchangeSurely('GET', path, { query, timeoutMs: DOWNLOAD_TIMEOUT_MS })
  if (!isFile(response)) return jobOf(response)
  const file = await fileOf(response)
  saveAs(file, file.name)
  return undefined
}

function isFile({ ok, headers }: Response): boolean {
  return ok && headers.has('Content-Disposition')
}

async function jobOf(response: Response): Promise<string> {
  const answer = judged<{ jobId?: string } | null>(response.status, await bodyOf(response))
  if (!answer?.jobId) throw noFile(response)
  return answer.jobId
}

async function fileOf(response: Response): Promise<File> {
  const blob = await response.blob()
  return new File([blob], fileName(response.headers.get('Content-Disposition') ?? ''), { type: blob.type })
}

function noFile({ status }: Response): ApiError {
  return new ApiError(status, '没有可下载的文件')
}

async function send<T>(method: string, path: string, sending: Sending): Promise<T> {
  const response = await exchangeSurely(method, path, sending)
  return judged<T>(response.status, await bodyOf(response))
}

/**
 * Repeats a call once with the token another window has renewed meanwhile, or after the user proved who they are; then once
 * after they said that it is meant.
 */
async function exchangeSurely(method: string, path: string, sending: Sending): Promise<Response> {
  await freshToken()
  const before = useSession.getState()
  const first = await exchange(method, path, sending)
  const mayRepeat = (first.status === 401 && hasNewerToken(before)) || (wantsProof(first) && (await proveIdentity()))
  const response = mayRepeat ? await exchange(method, path, sending) : first
  if (!(await agreesTo(response))) return response
  return exchange(method, path, { ...sending, query: { ...sending.query, isConfirmed: 1 } })
}

/** Of the same user: what one asked for is not done in another's name. */
function hasNewerToken(before: Session): boolean {
  adoptSession()
  const { token, user } = useSession.getState()
  return token !== '' && token !== before.token && user?.userId === before.user?.userId
}

/** A lost session sends the user to the login page; the guard of the routes does so when the token is gone. */
function judged<T>(status: number, body: unknown): T {
  try {
    return judge(status, body) as T
  } catch (error) {
    if (error instanceof ApiError && error.code === 401) loseSession()
    throw error
  }
}

/** A view that has ended leads back to the own session; nothing else does. */
function loseSession(): void {
  if (endViewing()) window.location.assign('/')
  else clearSession()
}

function sendForm(
  url: string,
  form: FormData,
  onProgress?: (share: number) => void,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(commonHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) })
    request.onerror = () => reject(new ApiError(0, '网络连接失败，请检查网络后重试'))
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** RFC 6266: the encoded name first, the plain one else. */
function fileName(disposition: string): string {
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded.replaceAll('"', ''))
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1]
  return plain ? decodeURIComponent(plain) : '下载'
}

export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
