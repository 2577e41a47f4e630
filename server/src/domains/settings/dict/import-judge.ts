import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import type { DictColumn } from '@xueheng/contract/domains/settings/dict-import.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { fieldMessage } from '@xueheng/contract/derive/schema.ts'
import type { TableRow } from '../../../platform/table-import/table-file.ts'
import type { JudgedRow } from '../../../platform/table-import/table-import.ts'

/** A dictionary itself has this key. */
export const TOP = '-1'

/** What there is already, by `keyOf`. */
export type KnownEntries = ReadonlyMap<string, { id: string; parentKey: string }>

export function keyOf(code: string, dictKey: string): string {
  return `${code}\n${dictKey || TOP}`
}

type Values = Record<DictColumn, string>

interface Line {
  rowNo: number
  values: Values
  /** How it is known: code and key. */
  key: string
}

/** Every row with all that is wrong with it. */
export function judgeEntries(rows: TableRow[], known: KnownEntries): JudgedRow[] {
  const lines = rows.map(lineOf)
  const first = new Map<string, Line>()
  for (const line of lines) if (!first.has(line.key)) first.set(line.key, line)
  return lines.map((line) => {
    const { input, faults } = readValues(line.values)
    const earlier = first.get(line.key)
    if (earlier && earlier !== line && line.values.code) faults['dictKey'] ??= `与第${earlier.rowNo}行重复`
    const fault = placeFault(line, first, known)
    if (fault) faults[fault.column] ??= fault.text
    const id = known.get(line.key)?.id
    return { rowNo: line.rowNo, values: line.values, faults, input, id, isKnown: id !== undefined }
  })
}

function lineOf({ rowNo, values }: TableRow): Line {
  const of = (key: DictColumn): string => (values[key] ?? '').trim()
  const dictKey = of('dictKey') === TOP ? '' : of('dictKey')
  const parentKey = of('parentKey') === TOP ? '' : of('parentKey')
  const typed = { code: of('code'), dictValue: of('dictValue'), sort: of('sort'), isSealed: of('isSealed') }
  return {
    rowNo,
    values: { ...typed, dictKey, parentKey, remark: of('remark') },
    key: keyOf(typed.code, dictKey),
  }
}

const TEXTS = ['code', 'dictValue', 'dictKey', 'remark'] as const
const SEALED: Record<string, number> = { 是: 1, 否: 0, '1': 1, '0': 0 }

/** The cells by themselves; a blank one leaves things as they are. */
function readValues(values: Values): { input: Record<string, unknown>; faults: Record<string, string> } {
  const fields: Fields = dictBiz.fields
  const input: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const name of TEXTS) {
    const fault = fields[name] && fieldMessage(fields[name], values[name])
    if (fault) faults[name] = fault
    else if (values[name] !== '') input[name] = values[name]
  }
  const sortFault = values.sort === '' ? undefined : fieldMessage(dictBiz.fields.sort, values.sort)
  if (sortFault) faults['sort'] = sortFault
  else if (values.sort !== '') input['sort'] = Number(values.sort)
  const sealed = SEALED[values.isSealed]
  if (sealed !== undefined) input['isSealed'] = sealed
  else if (values.isSealed !== '') faults['isSealed'] = '封存只能写是或否'
  return { input, faults }
}

interface PlaceFault {
  column: DictColumn
  text: string
}

/** Where the row would hang: below a dictionary of its code, below an entry that is there, and not below itself. */
function placeFault(line: Line, lines: ReadonlyMap<string, Line>, known: KnownEntries): PlaceFault | undefined {
  const { code, dictKey, parentKey } = line.values
  if (code === '') return undefined
  if (dictKey === '') return parentKey === '' ? undefined : { column: 'parentKey', text: '字典本身没有上级' }
  const top = keyOf(code, '')
  if (!known.has(top) && !lines.has(top)) {
    return { column: 'code', text: `字典「${code}」不存在，请先写它的一行（字典键值留空）` }
  }
  if (parentKey === '') return undefined
  const parent = keyOf(code, parentKey)
  if (!known.has(parent) && !lines.has(parent)) return { column: 'parentKey', text: `上级键值「${parentKey}」不存在` }
  const before = known.get(line.key)
  if (before && before.parentKey !== parentKey) return { column: 'parentKey', text: '已有字典项的上级不能修改' }
  return isLoop(line, lines, known) ? { column: 'parentKey', text: '上级键值形成了循环' } : undefined
}

function isLoop(line: Line, lines: ReadonlyMap<string, Line>, known: KnownEntries): boolean {
  const seen = new Set<string>()
  let at: Line | undefined = line
  while (at && !known.has(at.key)) {
    if (seen.has(at.key)) return true
    seen.add(at.key)
    at = at.values.parentKey === '' ? undefined : lines.get(keyOf(at.values.code, at.values.parentKey))
  }
  return false
}
