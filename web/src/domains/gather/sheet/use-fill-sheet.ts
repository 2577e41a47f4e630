import type { EditedRow } from '@xueheng/contract/domains/gather/gathered.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { text } from '@xueheng/contract/kit/field.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { get } from '../../../platform/api/client.ts'
import { pathOf } from '../../../platform/crud/crud-api.ts'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import type { CrudRow } from '../../../platform/crud/row.ts'
import { type Edits, type Step, countEdits } from '../../../platform/grid/edits.ts'
import { useGridEdits } from '../../../platform/grid/use-grid-edits.ts'
import type { GridPlace } from '../../../platform/grid/use-grid-place.ts'
import { t } from '../../../platform/i18n/i18n.ts'
import { confirmBox } from '../../../platform/ui/confirm.ts'
import type { GatherTask } from '../TaskChoice.tsx'
import type { SavedRow, SheetKind } from './sheet-kinds.ts'
import {
  STATE,
  type Sheet,
  type SheetColumn,
  type SheetFaults,
  editedRows,
  judgeRow,
  overtaken,
  readRow,
} from './sheet-cells.ts'

/** Rows of one page of the sheet, and of one call that saves. */
export const PAGE = 1000
const AT_ONCE = 500

const START: GridPlace = { row: 0, column: 3, isQuiet: true }
const NO_FAULTS: SheetFaults = new Map()
const NO_ROWS: CrudRow[] = []

/** Columns of a collection: whose row, its state, what is asked for. */
function useColumns(kind: SheetKind, task: GatherTask): readonly SheetColumn[] {
  const gender = useDictOptions('gender').options
  const stream = useDictOptions('arts_science').options
  const art = useDictOptions('art_type').options
  const course = useDictOptions('exam_course').options
  return useMemo(() => {
    const { fields } = kind.entity
    const words = new Map([
      ['gender', gender],
      ['arts_science', stream],
      ['art_type', art],
      ['exam_course', course],
    ])
    const column = (name: string, isFixed: boolean): SheetColumn => {
      const field = fields[name] ?? text(name)
      return {
        name,
        field,
        isFixed,
        isRequired: !isFixed && task.requiredFields?.includes(name) === true,
        options: field.dict ? words.get(field.dict) : undefined,
      }
    }
    const state = { name: STATE, field: text('状态'), isFixed: true, isRequired: false }
    const items = kind.itemsOf(task.askedFields).map((name) => column(name, false))
    return [...kind.fixed.map((name) => column(name, true)), state, ...items]
  }, [kind, task, gender, stream, art, course])
}

/** The rows of a page as they were read, those of other pages are left alone. */
function useRead(kind: SheetKind, task: GatherTask, isOpen: boolean, page: number) {
  const columns = useColumns(kind, task)
  const found = useQuery({
    queryKey: ['crud', kind.entity.name, 'sheet', task.id, page],
    queryFn: () =>
      get<Page<CrudRow>>(pathOf(kind.entity, 'list'), { gatherTaskId: task.id, current: page, size: PAGE }),
    refetchOnWindowFocus: false,
  })
  const sheet = useMemo(
    (): Sheet => ({ columns, stateOf: (row) => t(kind.stateOf(row)), mayEdit: (row) => isOpen && kind.mayEdit(row) }),
    [columns, kind, isOpen],
  )
  const records = found.data?.records ?? NO_ROWS
  const stored = useMemo(() => new Map(records.map((row) => [row.id, row])), [records])
  const read = useMemo(
    () => records.map((row, i) => readRow(sheet, row, i + (page - 1) * PAGE)),
    [records, sheet, page],
  )
  return { columns, found, sheet, stored, read, total: found.data?.total ?? 0 }
}

/** One collection as a sheet: what is read, what is typed, what was not saved and why. */
export function useFillSheet(kind: SheetKind, task: GatherTask, isOpen: boolean) {
  const [page, turn] = useState(1)
  const [at, move] = useState(START)
  const [faults, setFaults] = useState<SheetFaults>(NO_FAULTS)
  const { columns, found, sheet, stored, read, total } = useRead(kind, task, isOpen, page)
  const edits = useGridEdits(`gather ${kind.entity.name} ${task.id}`)
  const { cells } = edits.edits
  const rows = useMemo(
    () => read.map((row) => judgeRow(sheet, row, cells[row.key], faults.get(row.key))),
    [read, sheet, cells, faults],
  )
  const ready = useMemo(() => editedRows(sheet, rows, stored, cells), [sheet, rows, stored, cells])
  const late = useMemo(() => overtaken(read, cells), [read, cells])
  const saving = useSaving(kind, ready, (told) => {
    const kept = told.flatMap(({ id, isDone }) => (isDone === 1 && cells[id] ? [[id, cells[id]]] : []))
    edits.settle(Object.fromEntries(kept))
    setFaults(faultsOf(columns, told, cells))
  })
  return {
    columns,
    /** As they were read, and with what is typed over them. */
    read,
    rows,
    edits,
    at,
    move,
    page,
    turn,
    saving,
    found,
    total,
    readyNum: ready.length,
    /** Cells others changed since they were typed over. */
    lateNum: countEdits({ ...edits.edits, cells: late }),
    /** What was typed counts, over what others wrote. */
    keepMine: () => edits.settle(late),
    /** What others wrote counts: it is what was typed over, and then nothing is typed over it. */
    takeTheirs() {
      edits.settle(late)
      edits.write(stepBack(late, cells))
    },
  }
}

export type FillSheet = ReturnType<typeof useFillSheet>

function useSaving(kind: SheetKind, ready: readonly EditedRow[], take: (told: SavedRow[]) => void) {
  return useAction(
    async () => {
      const told = await askedFor(kind, ready, await saveAll(kind, ready))
      take(told)
      return told
    },
    { changes: [kind.entity], done: sayKept },
  )
}

async function saveAll(kind: SheetKind, rows: readonly EditedRow[], isConfirmed?: 1): Promise<SavedRow[]> {
  const told: SavedRow[] = []
  for (let from = 0; from < rows.length; from += AT_ONCE)
    told.push(...(await kind.save(rows.slice(from, from + AT_ONCE), isConfirmed)))
  return told
}

/** Rows under audit are sent once more where the user means it. */
async function askedFor(kind: SheetKind, rows: readonly EditedRow[], told: SavedRow[]): Promise<SavedRow[]> {
  const asked = new Set(told.flatMap(({ id, isAsked }) => (isAsked === 1 ? [id] : [])))
  const question = t('其中{n}行正在审核，修改后从初审重新审核，确定修改?', { n: asked.size })
  if (asked.size === 0 || !(await confirmBox(question))) return told
  const again = rows.filter(({ id }) => asked.has(id))
  return [...told.filter(({ id }) => !asked.has(id)), ...(await saveAll(kind, again, 1))]
}

function sayKept(told: SavedRow[]): string {
  const m = told.filter(({ isDone }) => isDone !== 1).length
  const n = told.length - m
  return m === 0 ? t('已保存{n}行', { n }) : t('已保存{n}行，{m}行没有保存，原因见标红处', { n, m })
}

function faultsOf(columns: readonly SheetColumn[], told: readonly SavedRow[], cells: Edits['cells']): SheetFaults {
  const refused = told.filter(({ isDone }) => isDone !== 1)
  return new Map(
    refused.map(({ id, field, message }) => {
      const column = columns.findIndex(({ name }) => name === field)
      return [id, { column, typed: cells[id]?.[column]?.to, text: message }]
    }),
  )
}

/** The step after which nothing is typed over what others wrote. */
function stepBack(late: Edits['cells'], cells: Edits['cells']): Step {
  return Object.entries(late).flatMap(([row, own]) =>
    Object.entries(own).map(([key, { to }]) => {
      const column = Number(key)
      return { row, column, before: cells[row]?.[column]?.to ?? to, after: to }
    }),
  )
}
