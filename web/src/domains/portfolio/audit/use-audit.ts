import { useQuery } from '@tanstack/react-query'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { get, post } from '../../../platform/api/client.ts'
import { useLastPage } from '../../../platform/crud/use-rows.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../../platform/tabs/tab.ts'
import type { Entry } from '../entry.ts'
import type { AuditDeskProps } from './AuditDesk.tsx'

const SIZE = 20

/** The entries in the queue; which they are is kept in the address of the tab. */
function useQueue({ list, waiting }: AuditDeskProps) {
  const [search, setSearch] = useTabSearch()
  const page = Number(search.get('current') ?? 1)
  const open = String(portfolioStates.states[waiting].value)
  const filters = {
    auditStatus: search.get('auditStatus') ?? open,
    portfolioType: search.get('portfolioType') ?? '',
    teacherName: search.get('teacherName') ?? '',
  }
  const queue = useQuery({
    queryKey: ['portfolio-audit', list.name, filters, page],
    queryFn: () => get<Page<Entry>>(list.path, { ...filters, current: page, size: SIZE }),
    placeholderData: (old) => old,
  })
  const entries = queue.data?.records ?? []
  const total = queue.data?.total ?? 0
  const turnTo = (next: number) => setSearch({ current: String(next) })
  useLastPage(queue.isFetching, entries.length, total, { query: { current: page, size: SIZE }, turnTo })
  const filter = (next: Record<string, string | undefined>) => setSearch({ ...next, current: undefined })
  /** Entries are looked at again, not waited for. */
  const isFinished = filters.auditStatus !== open
  return { queue, entries, total, page, size: SIZE, turnTo, filters, filter, isFinished }
}

/** Sends a decision about entries as they were seen. */
function useDecision({ list, decide }: AuditDeskProps) {
  const t = useT()
  const work = (targets: Entry[], isPass: boolean, auditOpinion: string) => {
    const seen = Object.fromEntries(targets.map((entry) => [entry.id, entry.updateTime]))
    const ids = targets.map((entry) => entry.id).join()
    return post(decide.path, { body: { ids, pass: isPass ? 1 : 0, auditOpinion, seen } })
  }
  const changes = [['portfolio-audit', list.name]]
  const done = (_answer: unknown, _targets: Entry[], isPass: boolean) => (isPass ? '已通过' : '已驳回')
  const one = useAction(work, { done, changes })
  const several = useAction(work, {
    confirm: (targets) => t('确定通过选中的 {n} 条档案?', { n: targets.length }),
    done,
    changes,
  })
  return { isBusy: one.isBusy || several.isBusy, send: one.run, sendSeveral: several.run }
}

/** What waits for this step; the bureau may also take back what has passed. */
function isOpen(waiting: AuditDeskProps['waiting'], entry: Entry): boolean {
  const { passed } = portfolioStates.states
  const isWaiting = entry.auditStatus === portfolioStates.states[waiting].value
  return isWaiting || (waiting === 'waitBureau' && entry.auditStatus === passed.value)
}

/** The queue, the entry in front, and what is decided about it. */
export function useAudit(props: AuditDeskProps) {
  const queue = useQueue(props)
  const { entries, isFinished } = queue
  const { isBusy, send, sendSeveral } = useDecision(props)
  const [chosen, choose] = useState<string>()
  const [marked, pick] = useState<string[]>([])
  /** By entry: another one may come to the front while something is written. */
  const [opinions, setOpinions] = useState<Record<string, string>>({})
  const picked = isFinished ? [] : entries.map((entry) => entry.id).filter((id) => marked.includes(id))
  const found = entries.findIndex((entry) => entry.id === chosen)
  const at = Math.max(found, 0)
  const current = entries[at]
  const mayDecide = current !== undefined && isOpen(props.waiting, current)
  const opinion = opinions[current?.id ?? ''] ?? ''

  function setOpinion(text: string): void {
    if (current) setOpinions((old) => ({ ...old, [current.id]: text }))
  }

  /** The one behind comes to the front, or the one before at the end of the queue. */
  async function decide(isPass: boolean): Promise<void> {
    if (!mayDecide || isBusy) return
    const next = entries[at + 1] ?? entries[at - 1]
    if (!(await send([current], isPass, opinion))) return
    setOpinion('')
    choose(next?.id)
  }

  async function passPicked(): Promise<void> {
    const targets = entries.filter((entry) => picked.includes(entry.id))
    if (await sendSeveral(targets, true, '')) pick([])
  }

  return {
    ...queue,
    current,
    choose,
    picked,
    pick,
    opinion,
    setOpinion,
    isBusy,
    mayDecide,
    decide,
    passPicked,
    move: (by: number) => entries[at + by] && choose(entries[at + by]?.id),
    isTakeBack: current?.auditStatus === portfolioStates.states.passed.value,
  }
}

export type Audit = ReturnType<typeof useAudit>
