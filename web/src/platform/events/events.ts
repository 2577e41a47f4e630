import { jobStream } from '@xueheng/contract/platform/jobs.ts'
import { downloadUrl } from '../api/client.ts'
import { useSession } from '../session/store.ts'

const POLL_MS = 3000
const RETRY_MS = 30_000

/** One who wants to hear of one kind of event. */
export interface Watcher {
  kind: 'job' | 'notice' | 'message' | 'change'
  onEvent: (data: unknown) => void
  /** Reads what was missed while nobody could be told. */
  readAll: () => Promise<unknown>
}

const watchers = new Set<Watcher>()
let source: EventSource | undefined
let poll: ReturnType<typeof setInterval> | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let forgetToken: (() => void) | undefined

/**
 * Hears events of a kind by one stream of server-sent events, which serves all watchers and ends with the last. While
 * there is no stream (an old proxy, a restart of the server) everything is read every 3 seconds, and the stream is
 * tried again every 30. Answers how to stop.
 */
export function watchEvents(watcher: Watcher): () => void {
  watchers.add(watcher)
  if (watchers.size === 1) open()
  else hear(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) end()
  }
}

function open(): void {
  forgetToken = useSession.subscribe((now, before) => {
    if (now.token !== before.token) connect()
  })
  connect()
}

function end(): void {
  forgetToken?.()
  close()
}

function connect(): void {
  close()
  if (!useSession.getState().token) return
  source = new EventSource(downloadUrl(jobStream.path))
  source.onopen = () => {
    // What happened while there was no stream was told to nobody.
    if (poll) readAll()
    stopPolling()
  }
  source.onerror = startPolling
  for (const watcher of watchers) hear(watcher)
}

/** The same function added twice is called once. */
function hear(watcher: Watcher): void {
  source?.addEventListener(watcher.kind, heard)
  void watcher.readAll()
}

function heard(event: MessageEvent<string>): void {
  const data: unknown = JSON.parse(event.data)
  for (const watcher of watchers) if (watcher.kind === event.type) watcher.onEvent(data)
}

function readAll(): void {
  for (const watcher of watchers) void watcher.readAll()
}

function startPolling(): void {
  poll ??= setInterval(readAll, POLL_MS)
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
