import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { ApiError } from '../../../platform/api/client.ts'
import { loadRow } from '../../../platform/crud/crud-api.ts'
import { setTabDirty, useTabPath, useTabSearch, useTabState } from '../../../platform/tabs/tab.ts'

/** The row under the pen: a stored one by the `id` of the address, else a new one. */
export function useDraft<T extends object>(entity: AnyEntity, blank: T) {
  const tab = useTabPath()
  const [search] = useTabSearch()
  const id = search.get('id') ?? undefined
  const stored = useQuery({
    queryKey: ['crud', entity.name, 'one', id],
    queryFn: () => loadRow<Partial<T>>(entity, id ?? ''),
    enabled: id !== undefined,
  })
  const [drafts, setDrafts] = useTabState<Record<string, Partial<T>>>('drafts', {})
  /** Fields changed since the last refusal: what it said of them holds no longer. */
  const [changed, setChanged] = useState<string[]>([])
  const key = id ?? 'new'
  const draft = drafts[key]
  const isDirty = Object.values(drafts).some((one) => one && Object.keys(one).length > 0)
  useEffect(() => setTabDirty(isDirty, tab), [isDirty, tab])

  function set(change: Partial<T>): void {
    setDrafts((old) => ({ ...old, [key]: { ...old[key], ...change } }))
    setChanged((old) => [...old, ...Object.keys(change)])
  }

  function reset(): void {
    saving.reset()
    setDrafts((old) => Object.fromEntries(Object.entries(old).filter(([name]) => name !== key)))
  }

  const saving = useAction(
    (send: (row: Record<string, unknown>) => Promise<unknown>) => {
      const row = stored.data
      const stamp = row && { id: row.id, updateTime: row.updateTime }
      return send(emptied({ ...blank, ...row, ...draft, ...stamp }))
    },
    { done: id ? '更新成功' : '新增成功', changes: [entity], onDone: reset },
  )

  /** Answers whether it was kept; problems stand at their fields. */
  async function save(send: (row: Record<string, unknown>) => Promise<unknown>): Promise<boolean> {
    setChanged([])
    return saving.run(send)
  }

  const values: T = { ...blank, ...stored.data, ...draft }
  return {
    id,
    values,
    problems: problemsOf(saving.error, changed),
    isBusy: saving.isBusy,
    isDirty: draft !== undefined,
    isLoading: id !== undefined && stored.isPending,
    error: stored.error,
    retry: stored.refetch,
    set,
    reset,
    save,
  }
}

/** What was said of each field, but for those changed since. */
function problemsOf(error: unknown, changed: string[]): Record<string, string> {
  const problems = error instanceof ApiError ? error.problems : []
  const standing = problems.filter((problem) => !changed.includes(problem.field))
  return Object.fromEntries(standing.map((problem) => [problem.field, problem.message]))
}

/** A value taken away travels as an empty one; one that is left out stays as it is. */
function emptied(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']))
}

export type Draft<T extends object> = ReturnType<typeof useDraft<T>>
