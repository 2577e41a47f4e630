import { type JobView, jobStream } from '@xueheng/contract/domains/system/auth.ts'
import { downloadUrl } from '../api/client.ts'
import { useSession } from '../session/store.ts'

const POLL_MS = 3000
const RETRY_MS = 30_000

/**
 * Follows my jobs by server-sent events. While there is no stream (an old proxy, a restart of the server) the list
 * is read every 3 seconds, and the stream is tried again every 30. Answers how to stop.
 */
export function watchJobs(onJob: (job: JobView) => void, readAll: () => Promise<void>): () => void {
  let source: EventSource | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    close()
    if (!useSession.getState().token) return
    void readAll()
    source = new EventSource(downloadUrl(jobStream.path))
    source.addEventListener('job', (event: MessageEvent<string>) => onJob(JSON.parse(event.data) as JobView))
    source.onopen = () => {
      // What happened while there was no stream was told to nobody.
      if (poll) void readAll()
      stopPolling()
    }
    source.onerror = startPolling
  }

  function startPolling(): void {
    poll ??= setInterval(() => void readAll(), POLL_MS)
    // A stream that the browser gave up does not come back by itself.
    if (source?.readyState === EventSource.CLOSED) retry ??= setTimeout(connect, RETRY_MS)
  }

  function stopPolling(): void {
    clearInterval(poll)
    clearTimeout(retry)
    poll = retry = undefined
  }

  function close(): void {
    stopPolling()
    source?.close()
    source = undefined
  }

  connect()
  const forgetToken = useSession.subscribe((now, before) => {
    if (now.token !== before.token) connect()
  })
  return () => {
    forgetToken()
    close()
  }
}
