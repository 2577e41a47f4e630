import { registry } from '@xueheng/contract'
import { type DictOption, dictionary } from '@xueheng/contract/platform/dictionary.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { DIALECTS, type Entity, type EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { type UseQueryOptions, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { type Params, get } from '../api/client.ts'
import { can } from '../session/session.ts'
import { type Translate, useT } from '../i18n/i18n.ts'
import type { Labels } from './fields/field-view.ts'
import { type CrudRow, type NamedField, labelField } from './row.ts'

/** Dictionaries and picked rows change rarely; what a screen shows may be this old. */
const STALE_MS = 300_000
const MOST_LABELS = 1000

export interface Option {
  value: string
  label: string
}

export interface TreeNode {
  id: string
  value: string
  title: string
  parentId?: string
  children?: TreeNode[]
}

function dictQuery(code: string) {
  return queryOptions({
    queryKey: ['dict', code],
    queryFn: () => get<DictOption[]>(dictionary.path, { code }),
    staleTime: STALE_MS,
    enabled: code !== '',
    select: dictOptions,
  })
}

function dictOptions(entries: DictOption[]): Option[] {
  return entries.map((entry) => ({ value: String(entry.dictKey), label: entry.dictValue }))
}

export function useDictOptions(code: string) {
  const t = useT()
  const found = useQuery(dictQuery(code))
  const options = useMemo(() => (found.data ?? []).map((one) => ({ ...one, label: t(one.label) })), [found.data, t])
  return { options, found }
}

function treeQuery(field: Field) {
  const path = field.tree ? `${refEntity(field).paths[0]}/tree` : ''
  return queryOptions({
    queryKey: ['tree', field.ref],
    queryFn: () => get<TreeNode[]>(path),
    staleTime: STALE_MS,
    enabled: path !== '' && mayRead(path),
  })
}

export function useRefTree(field: Field) {
  return useQuery(treeQuery(field))
}

function refEntity(field: Field): AnyEntity {
  return registry.entity(field.ref ?? '')
}

function listPath(entity: AnyEntity): string {
  return `${entity.paths[0]}/${DIALECTS[entity.dialect].list}`
}

/** Rows of the other entity as options: those whose label holds `typed`, and always the ones already picked. */
export function useRefList(field: Field, typed: string, picked: string | string[] | undefined) {
  const entity = refEntity(field)
  const label = labelField(entity)
  const path = listPath(entity)
  const search = useDeferredValue(typed)
  const found = useQuery({
    queryKey: ['ref', entity.name, search],
    queryFn: () => get<Page<CrudRow>>(path, { [label]: search, current: 1, size: 50 }),
    staleTime: STALE_MS,
    enabled: mayRead(path),
    placeholderData: (old) => old,
  })
  const whole = labelsQuery(field)
  const known = useQuery({ ...whole, enabled: whole.enabled && picked !== undefined })
  const options = useMemo(() => {
    const map = new Map((found.data?.records ?? []).map((row) => [keyOf(field, row), String(row[label] ?? '')]))
    for (const key of [picked ?? []].flat()) if (!map.has(key)) map.set(key, known.data?.get(key) ?? key)
    return [...map].map(([value, text]) => ({ value, label: text }))
  }, [found.data, known.data, picked, field, label])
  return { options, found }
}

function keyOf(field: Field, row: CrudRow): string {
  return String(row[field.value ?? 'id'] ?? '')
}

/** Whoever may not read the other table sees its keys; asking would only be refused. */
export function mayRead(path: string): boolean {
  const access = registry.calls.find((call) => call.path === path)?.access
  return typeof access !== 'object' || can(access.permission)
}

/** What a path answers; `none` without asking where the answer would be a refusal. */
export async function readOr<T>(none: T, path: string, params?: Params): Promise<T> {
  return mayRead(path) ? get<T>(path, params) : none
}

/** The first `size` rows of an entity to choose among; none, and nothing asked, where the reader may not list them. */
export async function loadChoices<F extends Fields>(entity: Entity<F>, size: number): Promise<EntityRow<F>[]> {
  const path = `${entity.paths[0]}/${DIALECTS[entity.dialect].list}`
  return (await readOr<Pick<Page<EntityRow<F>>, 'records'>>({ records: [] }, path, { size })).records
}

/** Labels of all rows a list may refer to. */
function labelsQuery(field: Field) {
  const entity = refEntity(field)
  const whole = entity.actions.find((action) => action === 'listall' || action === 'select')
  const path = whole ? `${entity.paths[0]}/${whole}` : listPath(entity)
  return queryOptions({
    queryKey: ['labels', entity.name, field.value ?? 'id'],
    queryFn: async (): Promise<Labels> => {
      const params = whole ? {} : { current: 1, size: MOST_LABELS }
      const answer = await get<CrudRow[] | Page<CrudRow>>(path, params)
      const rows = Array.isArray(answer) ? answer : answer.records
      return new Map(rows.map((row) => [keyOf(field, row), String(row[labelField(entity)] ?? '')]))
    },
    staleTime: STALE_MS,
    enabled: mayRead(path),
  })
}

const NO_LABELS: Labels = new Map()

/** Key → label for every picked column of a screen, by field name; the same object until a label changes. */
export function useLabels(fields: NamedField[]): Record<string, Labels> {
  const t = useT()
  const picked = fields.filter(([, field]) => field.kind === 'dict' || field.kind === 'ref')
  const names = picked.map(([name, field]) => `${name}:${field.kind}`).join()
  const combine = useCallback(
    (results: { data?: unknown }[]): Record<string, Labels> =>
      Object.fromEntries(
        names.split(',').map((named, at) => {
          const [name = '', kind] = named.split(':')
          const labels = (results[at]?.data ?? NO_LABELS) as Labels
          return [name, kind === 'dict' ? labelsIn(t, labels) : labels]
        }),
      ),
    [names, t],
  )
  return useQueries({ queries: picked.map(([, field]) => labelQuery(field)), combine })
}

const translated = new WeakMap<Labels, { t: Translate; labels: Labels }>()

/** Entries of a dictionary in the chosen language: the same object as long as both are the same. */
function labelsIn(t: Translate, labels: Labels): Labels {
  const known = translated.get(labels)
  if (known?.t === t) return known.labels
  const made = new Map([...labels].map(([key, label]) => [key, t(label)]))
  translated.set(labels, { t, labels: made })
  return made
}

/** `select` functions are named, so that unchanged data keeps its labels as one object. */
function labelQuery(field: Field) {
  if (field.kind === 'dict') return { ...dictQuery(field.dict ?? ''), select: dictLabels } as UseQueryOptions
  return (field.tree ? { ...treeQuery(field), select: treeLabels } : labelsQuery(field)) as UseQueryOptions
}

function dictLabels(entries: DictOption[]): Labels {
  return new Map(dictOptions(entries).map((option) => [option.value, option.label]))
}

function treeLabels(nodes: TreeNode[]): Labels {
  const labels = new Map<string, string>()
  const visit = (list: TreeNode[]): void => {
    for (const node of list) {
      labels.set(String(node.value), node.title)
      visit(node.children ?? [])
    }
  }
  visit(nodes)
  return labels
}
