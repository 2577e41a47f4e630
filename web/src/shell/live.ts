import { LIVE_ENTITIES, type LiveChange, type LiveEntity } from '@xueheng/contract/domains/settings/live.ts'
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

const waiting = new Set<LiveEntity>()
let timer: ReturnType<typeof setTimeout> | undefined
let late: ReturnType<typeof setTimeout> | undefined
let lastTime = 0

/** Keeps what this browser remembers in step with what anybody changes: labels, rights, menus, messages. */
export function followChanges(): () => void {
  lastTime = Date.now()
  const stops = [
    watchEvents({ kind: 'change', onEvent: (data) => take((data as LiveChange).entity), readAll }),
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

function take(entity: LiveEntity): void {
  waiting.add(entity)
  timer ??= setTimeout(() => void refresh(), SETTLE_MS + Math.random() * SPREAD_MS)
}

async function refresh(): Promise<void> {
  timer = undefined
  const entities = [...waiting]
  waiting.clear()
  const kinds = new Set(entities.map((entity) => LIVE_ENTITIES[entity]))
  if (kinds.has('rights') || kinds.has('brand')) await loadRights().catch(() => undefined)
  if (kinds.has('installation')) await loadInstallation().catch(() => undefined)
  if (kinds.has('labels')) void queryClient.invalidateQueries({ queryKey: ['dict'] })
  for (const entity of entities) {
    for (const key of ['crud', 'tree', 'labels', 'ref']) {
      void queryClient.invalidateQueries({ queryKey: [key, entity] })
    }
  }
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
  for (const entity of Object.keys(LIVE_ENTITIES) as LiveEntity[]) take(entity)
}

async function readMessages(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['messages'] })
}

function tell({ title }: { title: string }): void {
  message.info(t('新消息：{title}', { title }))
  void readMessages()
}
