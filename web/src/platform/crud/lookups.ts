import { type DictOption, dictionary } from '@xueheng/contract/platform/dictionary.ts'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import type { Entity, EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { type UseQueryOptions, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { get } from '../api/client.ts'
import { factsOf } from '../declared/declared.ts'
import type { EntityFacts } from '../declared/facts.ts'
import { can, useCan } from '../session/session.ts'
import { type Translate, useT } from '../i18n/i18n.ts'
import type { Labels } from './fields/field-view.ts'
import { isByNumber } from './fields/pick.tsx'
import type { CrudRow, NamedField } from './row.ts'

/** Dictionaries and the labels of rows change rarely; what a screen shows may be this old. */
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

function treeQuery(field: Field, holds = can) {
  const tree = field.tree ? refFacts(field).tree : undefined
  return queryOptions({
    queryKey: ['tree', field.ref],
    queryFn: () => get<TreeNode[]>(tree?.path ?? ''),
    staleTime: STALE_MS,
    enabled: tree !== undefined && mayRead(tree, holds),
  })
}

/** The rows of the other entity as a tree; titles that are words of the product are in the chosen language. */
export function useRefTree(field: Field) {
  const t = useT()
  const isInWords = isWorded(field)
  const select = useCallback((nodes: TreeNode[]) => (isInWords ? titlesIn(t, nodes) : nodes), [t, isInWords])
  return useQuery({ ...treeQuery(field, useCan()), select })
}

function titlesIn(t: Translate, nodes: TreeNode[]): TreeNode[] {
  return nodes.map((node) => ({
    ...node,
    title: t(node.title),
    ...(node.children && { children: titlesIn(t, node.children) }),
  }))
}

function refFacts(field: Field): EntityFacts {
  return factsOf(field.ref ?? '')
}

/**
 * Rows of the other entity as options: those whose label holds `typed`, and always the ones already picked. What somebody
 * has just made elsewhere is there when a form is opened.
 */
export function useRefList(field: Field, typed: string, picked: string | string[] | undefined) {
  const t = useT()
  const { label, list, isWorded: isInWords } = refFacts(field)
  const search = useDeferredValue(typed)
  const found = useQuery({
    queryKey: ['ref', field.ref, field.only, search],
    queryFn: () => get<Page<CrudRow>>(list.path, { ...field.only, [label]: search, current: 1, size: 50 }),
    enabled: mayRead(list, useCan()),
    placeholderData: (old) => old,
  })
  const whole = labelsQuery(field)
  const known = useQuery({ ...whole, enabled: whole.enabled && picked !== undefined })
  // A select shows the key of what has no name.
  const nameless = isByNumber(field) ? (known.isLoading ? '…' : t('（名称不可见）')) : undefined
  const options = useMemo(() => {
    const map = new Map((found.data?.records ?? []).map((row) => [keyOf(field, row), String(row[label] ?? '')]))
    for (const key of [picked ?? []].flat()) {
      const text = map.get(key) ?? known.data?.get(key) ?? nameless
      if (text !== undefined) map.set(key, text)
    }
    return [...map].map(([value, text]) => ({ value, label: isInWords ? t(text) : text }))
  }, [found.data, known.data, picked, field, label, nameless, isInWords, t])
  const { error, refetch } = found
  return { options, found: { error, refetch, isFetching: found.isFetching || known.isLoading } }
}

function keyOf(field: Field, row: CrudRow): string {
  return String(row[field.value ?? 'id'] ?? '')
}

/** Whoever may not read the other table sees no names of its rows; asking would only be refused. */
export function mayRead({ access }: Pick<AnyCall, 'access'>, holds = can): boolean {
  return typeof access !== 'object' || holds(access.permission)
}

/** All rows of an entity that has a call for them; none, and nothing asked, where the reader may not read them. */
export async function loadAll<T>(name: string): Promise<T[]> {
  const { whole } = factsOf(name)
  if (!whole) throw new Error(`${name} has no call for all its rows`)
  return mayRead(whole) ? get<T[]>(whole.path) : []
}

/** The first `size` rows of an entity to choose among; none, and nothing asked, where the reader may not list them. */
export async function loadChoices<F extends Fields>({ name }: Entity<F>, size: number): Promise<EntityRow<F>[]> {
  const { list } = factsOf(name)
  return mayRead(list) ? (await get<Page<EntityRow<F>>>(list.path, { size })).records : []
}

/** Labels of all rows a list may refer to. */
function labelsQuery(field: Field) {
  const { whole, list, label } = refFacts(field)
  const read = whole ?? list
  return queryOptions({
    queryKey: ['labels', field.ref, field.value ?? 'id'],
    queryFn: async (): Promise<Labels> => {
      const params = whole ? {} : { current: 1, size: MOST_LABELS }
      const answer = await get<CrudRow[] | Page<CrudRow>>(read.path, params)
      const rows = Array.isArray(answer) ? answer : answer.records
      return new Map(rows.map((row) => [keyOf(field, row), String(row[label] ?? '')]))
    },
    staleTime: STALE_MS,
    enabled: mayRead(read),
  })
}

const NO_LABELS: Labels = new Map()

/** Key → label for every picked column of a screen, by field name; the same object until a label changes. */
export function useLabels(fields: NamedField[]): Record<string, Labels> {
  const t = useT()
  const picked = fields.filter(([, field]) => field.kind === 'dict' || field.kind === 'ref')
  const names = picked.map(([name, field]) => `${name}:${isWorded(field) ? 'worded' : ''}`).join()
  const combine = useCallback(
    (results: { data?: unknown }[]): Record<string, Labels> =>
      Object.fromEntries(
        names.split(',').map((named, at) => {
          const [name = '', worded] = named.split(':')
          const labels = (results[at]?.data ?? NO_LABELS) as Labels
          return [name, worded ? labelsIn(t, labels) : labels]
        }),
      ),
    [names, t],
  )
  return useQueries({ queries: picked.map(([, field]) => labelQuery(field)), combine })
}

/** Whether its labels are words of the product. */
function isWorded(field: Field): boolean {
  return field.kind === 'dict' || refFacts(field).isWorded
}

const translated = new WeakMap<Labels, { t: Translate; labels: Labels }>()

/** Labels that are words of the product, in the chosen language: the same object as long as both are the same. */
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

export function treeLabels(nodes: TreeNode[]): Labels {
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
