import { ApiError, type Params } from '../../platform/api/client.ts'
import { judge } from '../../platform/api/judge.ts'
import { bodyOf, exchange } from '../../platform/api/send.ts'

const TIMEOUT_MS = 120_000

/** Asks for a file that is made by a write and hands it to the browser. Throws `ApiError`. */
export async function fetchArchive(path: string, query: Params, name: string): Promise<void> {
  const response = await exchange('POST', path, { query, timeoutMs: TIMEOUT_MS })
  if (!response.ok || !response.headers.has('Content-Disposition')) {
    judge(response.status, await bodyOf(response))
    throw new ApiError(response.status, '没有可下载的文件')
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
