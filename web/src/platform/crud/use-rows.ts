import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { BASE_FIELDS } from '@xueheng/contract/kit/entity.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshChanges } from '../action/changes.ts'
import type { Params } from '../api/client.ts'
import { useCan } from '../session/session.ts'
import { useTabSearch } from '../tabs/tab.ts'
import { type Source, listRows } from './crud-api.ts'
import { type ListQuery, filterChange, filterParams, pageChange, readQuery, sortParams } from './list-query.ts'
import { type CrudRow, type NamedField, searchFields, toForest } from './row.ts'
import { useBranches } from './use-branches.ts'

export interface RowsOptions {
  /** Conditions the user cannot change; not written into the address. */
  where?: Params | undefined
  /** Another read call of the same entity. */
  source?: Source | undefined
  isReadOnly?: boolean | undefined
  isFedElsewhere?: boolean | undefined
  /** The roots of a tree come page by page, each with all below it. */
  isPagedByRoot?: boolean | undefined
  /** Rows do not tell when they were made: nobody searches them by it. */
  isUndated?: boolean | undefined
  /** Goes before every name in the address where one tab holds two lists. */
  prefix?: string | undefined
}

export interface Rights {
  canAdd: boolean
  canEdit: boolean
  canDelete: boolean
  canView: boolean
}

const STALE_MS = 10_000
const NO_ROWS: CrudRow[] = []

/** The rows of a list: which are asked for, which have come, which are picked. */
export function useRows(entity: AnyEntity, options: RowsOptions = {}) {
  const address = useAddress(entity, options)
  const { query } = address
  const isForest = options.source ? options.source.isForest === true : entity.tree !== undefined
  const conditions = { ...filterParams(query.filters, address.fields), ...options.where }
  const branches = useBranches(entity, isForest && !options.source && Object.keys(conditions).length === 0)
  const paging = isForest ? {} : { current: query.current, size: query.size }
  const params: Params = { ...conditions, ...sortParams(query.sort), ...paging, ...branches.rootParams }
  const source = branches.isLazy ? { segment: 'lazy-list', isForest } : options.source
  const list = useQuery({
    queryKey: ['crud', entity.name, source?.segment, params],
    queryFn: () => listRows(entity, params, source),
    staleTime: STALE_MS,
    placeholderData: (old) => old,
  })
  const found = list.data === undefined ? NO_ROWS : Array.isArray(list.data) ? list.data : list.data.records
  const all = isForest && entity.tree ? branches.withBranches(toForest(found, entity.tree)) : found
  const isPagedByRoot = isForest && options.isPagedByRoot === true
  const rows = isPagedByRoot ? pageOfRoots(all, query) : all
  const count = isPagedByRoot ? all.length : found.length
  const total = Array.isArray(list.data) ? count : (list.data?.total ?? 0)
  useLastPage(list.isFetching, rows.length, total, address)
  const client = useQueryClient()
  const [selected, setSelected] = useState<string[]>([])

  return {
    entity,
    ...address,
    isForest,
    isPaged: !isForest || isPagedByRoot,
    rows,
    total,
    /** There are more rows than are counted. */
    isEstimated: !Array.isArray(list.data) && list.data?.isEstimated === true,
    /** Nothing to show yet; later loads keep the old rows in sight. */
    isFirstLoad: list.isPending,
    isFetching: list.isFetching,
    error: list.error,
    /** When the shown rows came, in ms. */
    readAt: list.dataUpdatedAt,
    branches,
    selected,
    setSelected,
    rights: useRights(entity, options),
    refresh: () => client.invalidateQueries({ queryKey: ['crud', entity.name] }),
    /** Rows were written: lists, pickers and labels that show them are read again. */
    changed: () => refreshChanges(client, [entity]),
    /** What the shown rows are found by, and their order: for whoever carries them away. */
    conditions: { ...conditions, ...sortParams(query.sort) },
  }
}

export type Rows = ReturnType<typeof useRows>

function pageOfRoots(roots: CrudRow[], { current, size }: ListQuery): CrudRow[] {
  return roots.slice((current - 1) * size, current * size)
}

/** Every other list is also searched by when its rows were made. */
const MADE: NamedField = ['createTime', BASE_FIELDS.createTime]

/** The part of the list that lives in the address of the tab. */
function useAddress(entity: AnyEntity, { prefix = '', isUndated = false }: RowsOptions) {
  const [search, setSearch] = useTabSearch()
  const own = searchFields(entity)
  const fields = isUndated || own.some(([name]) => name === MADE[0]) ? own : [...own, MADE]
  const query: ListQuery = readQuery(search, fields, prefix)
  return {
    fields,
    query,
    search: (filters: Record<string, unknown>) => setSearch(filterChange(filters, fields, prefix)),
    turnTo: (current: number, size = query.size) =>
      setSearch(pageChange(size === query.size ? current : 1, size, prefix)),
    sortBy: (sort: string | undefined) =>
      setSearch({ [`${prefix}sort`]: sort, [`${prefix}current`]: undefined }, { replace: true }),
  }
}

interface Turned {
  query: { current: number; size: number }
  turnTo: (current: number) => void
}

/** When the rows of the last page are gone it leads to the page before it. */
export function useLastPage(isFetching: boolean, shown: number, total: number, address: Turned): void {
  const { current, size } = address.query
  const isBeyond = !isFetching && shown === 0 && total > 0 && current > 1
  useEffect(() => {
    if (isBeyond) address.turnTo(Math.ceil(total / size))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address is made anew each time; only the fact matters
  }, [isBeyond])
}

/** Buttons are drawn only for rights that are held; a read-only screen offers none that write. */
function useRights(entity: AnyEntity, { isReadOnly, isFedElsewhere }: RowsOptions): Rights {
  const can = useCan()
  const has = (action: string): boolean => can(`${entity.permission}_${action}`)
  return {
    canAdd: !isReadOnly && !isFedElsewhere && has('add'),
    canEdit: !isReadOnly && has('edit'),
    canDelete: !isReadOnly && has('delete'),
    canView: has('view'),
  }
}
