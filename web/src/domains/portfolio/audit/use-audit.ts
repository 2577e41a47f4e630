import { useQuery, useQueryClient } from '@tanstack/react-query'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useState } from 'react'
import { get, post } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../../platform/tabs/tab.ts'
import { confirmBox } from '../../../platform/ui/confirm.ts'
import { message, showError } from '../../../platform/ui/message.ts'
import type { Entry } from '../entry.ts'
import type { AuditDeskProps } from './AuditDesk.tsx'

const SIZE = 20

/** Which entries stand in the queue; kept in the address of the tab. */
function useFilters(waiting: AuditDeskProps['waiting']) {
  const [search, setSearch] = useTabSearch()
  return {
    page: Number(search.get('current') ?? 1),
    filters: {
      auditStatus: search.get('auditStatus') ?? String(portfolioStates.states[waiting].value),
      portfolioType: search.get('portfolioType') ?? '',
      teacherName: search.get('teacherName') ?? '',
    },
    setSearch,
  }
}

/** Sends a decision about entries as they were seen; answers whether it was taken. */
function useDecision({ list, decide }: AuditDeskProps) {
  const t = useT()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function send(targets: Entry[], isPass: boolean, auditOpinion: string): Promise<boolean> {
    setBusy(true)
    try {
      const seen = Object.fromEntries(targets.map((entry) => [entry.id, entry.updateTime]))
      const ids = targets.map((entry) => entry.id).join()
      await post(decide.path, { body: { ids, pass: isPass ? 1 : 0, auditOpinion, seen } })
      message.success(t(isPass ? '已通过' : '已驳回'))
      return true
    } catch (error) {
      showError(error)
      return false
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: ['portfolio-audit', list.name] })
    }
  }
  return { isBusy, send }
}

/** What waits for this step; the bureau may also take back what has passed. */
function isOpen(waiting: AuditDeskProps['waiting'], entry: Entry): boolean {
  const { passed } = portfolioStates.states
  const isWaiting = entry.auditStatus === portfolioStates.states[waiting].value
  return isWaiting || (waiting === 'waitBureau' && entry.auditStatus === passed.value)
}

/** The queue, the entry in front, and what is decided about it. */
export function useAudit(props: AuditDeskProps) {
  const { list, waiting } = props
  const t = useT()
  const { page, filters, setSearch } = useFilters(waiting)
  const { isBusy, send } = useDecision(props)
  const [chosen, choose] = useState<string>()
  const [picked, pick] = useState<string[]>([])
  const [opinion, setOpinion] = useState('')
  const queue = useQuery({
    queryKey: ['portfolio-audit', list.name, filters, page],
    queryFn: () => get<Page<Entry>>(list.path, { ...filters, current: page, size: SIZE }),
    placeholderData: (old) => old,
  })
  const entries = queue.data?.records ?? []
  const found = entries.findIndex((entry) => entry.id === chosen)
  const at = Math.max(found, 0)
  const current = entries[at]
  const mayDecide = current !== undefined && isOpen(waiting, current)

  function go(id: string | undefined): void {
    choose(id)
    setOpinion('')
  }

  /** The one behind comes to the front, or the one before at the end of the queue. */
  async function decide(isPass: boolean): Promise<void> {
    if (!mayDecide || isBusy) return
    const next = entries[at + 1] ?? entries[at - 1]
    if (await send([current], isPass, opinion)) go(next?.id)
  }

  async function passPicked(): Promise<void> {
    const targets = entries.filter((entry) => picked.includes(entry.id))
    if (!(await confirmBox(t('确定通过选中的 {n} 条档案?', { n: targets.length })))) return
    if (await send(targets, true, '')) pick([])
  }

  function filter(next: Record<string, string | undefined>): void {
    pick([])
    setSearch({ ...next, current: undefined })
  }

  return {
    queue,
    entries,
    page,
    filters,
    filter,
    current,
    choose: go,
    picked,
    pick,
    opinion,
    setOpinion,
    isBusy,
    mayDecide,
    decide,
    passPicked,
    /** Entries are looked at again, not waited for. */
    isFinished: filters.auditStatus !== String(portfolioStates.states[waiting].value),
    total: queue.data?.total ?? 0,
    size: SIZE,
    turnTo: (next: number) => setSearch({ current: String(next) }),
    move: (by: number) => entries[at + by] && go(entries[at + by]?.id),
    isTakeBack: current?.auditStatus === portfolioStates.states.passed.value,
  }
}

export type Audit = ReturnType<typeof useAudit>
