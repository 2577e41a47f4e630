import { LIVE_ENTITIES, type LiveChange, type LiveEntity } from '@xueheng/contract/domains/settings/live.ts'
import { refreshChanges } from '../platform/action/changes.ts'
import { queryClient } from '../platform/api/query.ts'
import { loadInstallation } from '../platform/api/installation.ts'
import { watchEvents } from '../platform/events/events.ts'
import { t } from '../platform/i18n/i18n.ts'
import { loadRights } from '../platform/session/session.ts'
import { message } from '../platform/ui/message.ts'

/** Changes come in bursts, and all browsers hear of them at once: the questions they lead to are spread. */
const SETTLE_MS = 300
const SPREAD_MS = 1200
/** Without a stream nobody tells: what is remembered may be this old. */
const OLDEST_MS = 60_000
/** What is read of one exam has a key that begins so, and goes on with the id of the exam. */
const EXAM_PARTS = ['exam', 'courses']

/** What has changed: of each entity the rows that are known, or nothing where it may be any. */
const waiting = new Map<LiveEntity, Set<string>>()
let timer: ReturnType<typeof setTimeout> | undefined
let late: ReturnType<typeof setTimeout> | undefined
let lastTime = 0

/** Keeps what this browser remembers in step with what anybody changes: labels, rights, menus, exams, messages. */
export function followChanges(): () => void {
  lastTime = Date.now()
  const stops = [
    watchEvents({ kind: 'change', onEvent: (data) => take(data as LiveChange), readAll }),
    watchEvents({ kind: 'message', onEvent: (data) => tell(data as { title: string }), readAll: readMessages }),
  ]
  // Whoever begins to watch reads what was missed; a page just opened has missed nothing.
  forgetLate()
  return () => {
    clearTimeout(timer)
    timer = undefined
    forgetLate()
    for (const stop of stops) stop()
  }
}

function forgetLate(): void {
  clearTimeout(late)
  late = undefined
}

function take({ entity, rowId = '' }: LiveChange): void {
  waiting.set(entity, (waiting.get(entity) ?? new Set()).add(rowId))
  timer ??= setTimeout(() => void refresh(), SETTLE_MS + Math.random() * SPREAD_MS)
}

async function refresh(): Promise<void> {
  timer = undefined
  const changes = [...waiting]
  waiting.clear()
  const kinds = new Set(changes.map(([entity]) => LIVE_ENTITIES[entity]))
  if (kinds.has('rights') || kinds.has('brand')) await loadRights().catch(() => undefined)
  if (kinds.has('installation')) await loadInstallation().catch(() => undefined)
  if (kinds.has('labels')) void queryClient.invalidateQueries({ queryKey: ['dict'] })
  await refreshChanges(queryClient, [
    ...changes.map(([name]) => ({ name })),
    ...changes.flatMap(([entity, rows]) => (LIVE_ENTITIES[entity] === 'exam' ? examKeys(rows) : [])),
  ])
}

/** Starts of the keys of all that is read of these exams; of every exam where it is not known which. */
function examKeys(examIds: ReadonlySet<string>): string[][] {
  const exams = examIds.has('') ? [[]] : [...examIds].map((id) => [id])
  return exams.flatMap((exam) => EXAM_PARTS.map((part) => [part, ...exam]))
}

/** Asked for sooner than that it is put off, never left out: a server that comes back has said nothing meanwhile. */
async function readAll(): Promise<void> {
  const wait = lastTime + OLDEST_MS - Date.now()
  if (wait > 0) {
    late ??= setTimeout(() => void readAll(), wait)
    return
  }
  forgetLate()
  lastTime = Date.now()
  for (const entity of Object.keys(LIVE_ENTITIES) as LiveEntity[]) take({ entity })
}

async function readMessages(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['messages'] })
}

function tell({ title }: { title: string }): void {
  message.info(t('新消息：{title}', { title }))
  void readMessages()
}
