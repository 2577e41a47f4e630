import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../platform/api/client.ts'
import { loadRow } from '../../../platform/crud/crud-api.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { setTabDirty, useTabPath, useTabSearch, useTabState } from '../../../platform/tabs/tab.ts'
import { message, showError } from '../../../platform/ui/message.ts'

/** The row under the pen: a stored one by the `id` of the address, else a new one. */
export function useDraft<T extends object>(entity: AnyEntity, blank: T) {
  const t = useT()
  const tab = useTabPath()
  const client = useQueryClient()
  const [search] = useTabSearch()
  const id = search.get('id') ?? undefined
  const stored = useQuery({
    queryKey: ['crud', entity.name, 'one', id],
    queryFn: () => loadRow(entity, id ?? ''),
    enabled: id !== undefined,
  })
  const [drafts, setDrafts] = useTabState<Record<string, Partial<T>>>('drafts', {})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const key = id ?? 'new'
  const draft = drafts[key]
  const isDirty = Object.values(drafts).some((one) => one && Object.keys(one).length > 0)
  useEffect(() => setTabDirty(isDirty, tab), [isDirty, tab])

  function set(change: Partial<T>): void {
    setDrafts((old) => ({ ...old, [key]: { ...old[key], ...change } }))
    setProblems((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !Object.hasOwn(change, name))))
  }

  function reset(): void {
    setProblems({})
    setDrafts((old) => Object.fromEntries(Object.entries(old).filter(([name]) => name !== key)))
  }

  /** Answers whether it was kept; faults stand at their fields. */
  async function save(send: (row: Record<string, unknown>) => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    try {
      const row = stored.data
      const stamp = row && { id: row.id, updateTime: row.updateTime }
      await send(emptied({ ...blank, ...row, ...draft, ...stamp }))
      message.success(t(id ? '更新成功' : '新增成功'))
      reset()
      await client.invalidateQueries({ queryKey: ['crud', entity.name] })
      return true
    } catch (error) {
      const found = error instanceof ApiError ? error.problems : []
      setProblems(Object.fromEntries(found.map((one) => [one.field, one.message])))
      showError(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  const values: T = { ...blank, ...(stored.data as unknown as Partial<T> | undefined), ...draft }
  return {
    id,
    values,
    problems,
    isBusy,
    isDirty: draft !== undefined,
    isLoading: id !== undefined && stored.isPending,
    error: stored.error,
    retry: stored.refetch,
    set,
    reset,
    save,
  }
}

/** A value taken away travels as an empty one; one that is left out stays as it is. */
function emptied(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']))
}

export type Draft<T extends object> = ReturnType<typeof useDraft<T>>
