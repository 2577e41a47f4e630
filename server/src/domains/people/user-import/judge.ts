import { user } from '@xueheng/contract/domains/people/user.ts'
import { USER_COLUMNS, type UserColumn } from '@xueheng/contract/domains/people/user-import.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { fieldMessage } from '@xueheng/contract/derive/schema.ts'
import type { TableRow } from '../../../platform/table-import/table-file.ts'
import type { JudgedRow } from '../../../platform/table-import/table-import.ts'
import type { Known } from './known.ts'

type Cell = { value: unknown } | { fault: string }

const LISTS = ['roleId', 'deptId', 'postId'] as const
const PICKED = ['userType', 'sex'] as const
const TIMES: Record<string, string> = { birthday: '00:00:00', expireTime: '23:59:59' }

/** Every row with all that is wrong with it; nothing is stopped at the first fault. */
export function judgeRows(rows: TableRow[], known: Known, isCovered: boolean): JudgedRow[] {
  const first = new Map<string, number>()
  return rows.map((row) => {
    const account = row.values['account'] ?? ''
    const earlier = first.get(account)
    if (earlier === undefined) first.set(account, row.rowNo)
    const judged = judgeRow(row, known)
    const fault = accountFault(account, known, isCovered, earlier)
    if (fault && !judged.faults['account']) judged.faults['account'] = fault
    const id = known.accounts.get(account)
    return { ...judged, id, isKnown: id !== undefined }
  })
}

function accountFault(
  account: string,
  known: Known,
  isCovered: boolean,
  earlier: number | undefined,
): string | undefined {
  if (account === '') return undefined
  if (earlier !== undefined) return `账户与第${earlier}行重复`
  const id = known.accounts.get(account)
  if (!id) return undefined
  if (!isCovered) return `当前用户 [${account}] 已存在!`
  const beyond = known.beyond.get(id)
  return beyond === undefined ? undefined : `无权修改用户 [${account}]，超出您的权限：${beyond}`
}

function judgeRow({ rowNo, values }: TableRow, known: Known): JudgedRow {
  const faults: Record<string, string> = {}
  const input: Record<string, unknown> = {}
  for (const { key } of USER_COLUMNS) {
    const cell = readCell(key, values[key] ?? '', known)
    if ('fault' in cell) faults[key] = cell.fault
    else if (cell.value !== undefined) input[key] = cell.value
  }
  return { rowNo, values, faults, input, isKnown: false }
}

/** The value a cell stands for; `undefined` where it is blank and leaves things as they are. */
function readCell(key: UserColumn, typed: string, known: Known): Cell {
  if ((LISTS as readonly string[]).includes(key)) return readNames(key as (typeof LISTS)[number], typed, known)
  if ((PICKED as readonly string[]).includes(key)) return readPicked(key as (typeof PICKED)[number], typed, known)
  const text = key in TIMES ? momentOf(typed, TIMES[key] ?? '') : typed
  const field = (user.fields as Fields)[key]
  const fault = field && fieldMessage(field, text)
  if (fault) return { fault }
  return { value: text === '' ? undefined : text }
}

const LABELS = { roleId: '角色', deptId: '部门', postId: '岗位', userType: '用户平台', sex: '性别' }

function readNames(key: (typeof LISTS)[number], typed: string, known: Known): Cell {
  const names = typed.split(/[、,，;；]/).map((name) => name.trim())
  const ids: string[] = []
  for (const name of names.filter(Boolean)) {
    const found = known[key].get(name) ?? []
    if (found.length === 0) return { fault: `${LABELS[key]}「${name}」不存在` }
    if (found.length > 1)
      return { fault: `${LABELS[key]}「${name}」不止一个${key === 'deptId' ? '，请写明上级，如 A/B' : ''}` }
    const beyond = found.map((id) => known.beyond.get(id)).find((one) => one !== undefined)
    if (beyond !== undefined) return { fault: `无权授予${LABELS[key]}「${name}」，超出您的权限：${beyond}` }
    ids.push(...found)
  }
  return { value: ids.length > 0 ? ids : undefined }
}

function readPicked(key: (typeof PICKED)[number], typed: string, known: Known): Cell {
  if (typed === '') return { value: undefined }
  const [id] = known[key].get(typed) ?? []
  return id === undefined ? { fault: `${LABELS[key]}「${typed}」不存在` } : { value: Number(id) }
}

/** 2026/9/1 → 2026-09-01 with the time of day that is meant when none is written. */
function momentOf(typed: string, clock: string): string {
  const [, year = '', month = '', day = '', rest = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(.*)$/.exec(typed) ?? []
  if (!year) return typed
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${rest.trim() || clock}`
}
