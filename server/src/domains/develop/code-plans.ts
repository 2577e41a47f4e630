import { registry } from '@xueheng/contract'
import { datasource } from '@xueheng/contract/domains/develop/datasource.ts'
import { CODE_KINDS, type CodeField, code } from '@xueheng/contract/domains/develop/code.ts'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import { fault, faults, refuse } from '../../platform/error.ts'
import { isSafeName, reservedNames } from './code-names.ts'
import { every } from '../../platform/access/doors.ts'

const SOURCES = every(datasource, 'only administrators of the managing tenant make plans')

/** What is generated: every name in it is safe as code, as SQL and as part of a path. */
export interface CodePlan {
  codeName: string
  title: string
  entityName: string
  packageName: string
  serviceName: string
  webPath: string
  datasourceId: string | null
  tableName: string | null
  tablePrefix: string | null
  pkName: string | null
  fields: CodeField[]
  baseMode: number | null
  wrapMode: number | null
  apiPath: string | null
}

/** Checks a plan word by word; nothing else is ever put into code. */
export async function checkPlan(db: Db, given: Record<string, unknown>): Promise<CodePlan> {
  const parsed = parseFields(code.fields, { ...given, ...familyWords(given) })
  if (!parsed.ok) throw faults(parsed.problems)
  const plan = planOf(parsed.value)
  const reserved = await reservedNames(db)
  if (/\p{Cc}/u.test(plan.title)) throw fault('title', '功能名称只能是一行文字')
  if (plan.datasourceId && !(await isSource(db, plan.datasourceId))) throw fault('datasourceId', '数据源不存在')
  if (!plan.entityName) throw fault('entityName', '请输入实体名')
  if (!isSafeName(plan.entityName, reserved)) throw fault('entityName', '实体名应为小驼峰英文，且不是保留字')
  if (!/^[a-z][a-z0-9]{1,19}$/.test(plan.packageName) || reserved.has(plan.packageName)) {
    throw fault('packageName', '领域应为小写英文，且不是保留字')
  }
  if (plan.packageName === plan.entityName) throw fault('entityName', '实体名不能与领域同名')
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(plan.serviceName)) throw fault('serviceName', '服务名只能是小写英文、数字和短横')
  if (!/^(\/[A-Za-z0-9_-]{1,40}){1,4}$/.test(plan.webPath)) {
    throw fault('webPath', '菜单路径应以/开头，由英文、数字组成')
  }
  if (!Array.isArray(plan.fields) || plan.fields.length === 0) throw fault('fields', '请至少填写一个字段')
  return { ...plan, fields: checkFields(plan.fields, reserved) }
}

/** Clients of this API family give no title, and the name of a Java package whose last part is the domain. */
function familyWords({ title, codeName, packageName }: Record<string, unknown>): Record<string, unknown> {
  return {
    title: title || codeName,
    packageName: typeof packageName === 'string' ? packageName.split('.').at(-1) : packageName,
  }
}

async function isSource(db: Db, id: string): Promise<boolean> {
  const found = await sql`select 1 from ${SOURCES} s where id::text = ${id} and is_deleted = 0`.execute(db)
  return found.rows.length > 0
}

/** What was not sent is empty; what a plan needs was asked for before. */
function planOf(given: Partial<Row<typeof code.fields>>): CodePlan {
  return {
    codeName: given.codeName ?? '',
    title: given.title ?? '',
    entityName: given.entityName ?? '',
    packageName: given.packageName ?? '',
    serviceName: given.serviceName ?? '',
    webPath: given.webPath ?? '',
    datasourceId: given.datasourceId ?? null,
    tableName: given.tableName ?? null,
    tablePrefix: given.tablePrefix ?? null,
    pkName: given.pkName ?? null,
    fields: given.fields ?? [],
    baseMode: given.baseMode ?? null,
    wrapMode: given.wrapMode ?? null,
    apiPath: given.apiPath ?? null,
  }
}

const MOST_FIELDS = 100

function checkFields(given: unknown[], reserved: ReadonlySet<string>): CodeField[] {
  if (given.length > MOST_FIELDS) throw refuse('字段不能超过100个')
  const names = new Set<string>()
  return given.map((one, at) => {
    const field = checkField((one ?? {}) as Record<string, unknown>, at + 1, reserved)
    const column = snake(field.name)
    if (names.has(column)) throw refuse(`第${at + 1}个字段：名称${field.name}重复`)
    names.add(column)
    return field
  })
}

function checkField(given: Record<string, unknown>, at: number, reserved: ReadonlySet<string>): CodeField {
  const [name, label, size] = [String(given['name'] ?? ''), String(given['label'] ?? '').trim(), given['size']]
  const kind = CODE_KINDS.find((one) => one === given['kind'])
  if (!isSafeName(name, reserved)) throw refuse(`第${at}个字段：名称应为小驼峰英文，且不是保留字`)
  if (label === '' || label.length > 50 || /\p{Cc}/u.test(label)) throw refuse(`第${at}个字段：请输入50字以内的标签`)
  if (!kind) throw refuse(`第${at}个字段：请选择类型`)
  const kept = { name, label, kind, isRequired: given['isRequired'] === true, isSearched: given['isSearched'] === true }
  if (size === null || size === undefined || size === '') return kept
  const most = kind === 'decimal' ? 6 : 1000
  const least = kind === 'decimal' ? 0 : 1
  if (!Number.isInteger(size) || Number(size) < least || Number(size) > most) {
    throw refuse(`第${at}个字段：长度应在${least}到${most}之间`)
  }
  return { ...kept, size: Number(size) }
}

/** What exists already must not be generated again. */
export async function assertNew(db: Db, plan: CodePlan): Promise<void> {
  const table = snake(plan.entityName)
  const isKnown = registry.entities.some(
    (entity) => entity.name === plan.entityName || entity.permission === plan.entityName.toLowerCase(),
  )
  const found = await sql<{
    isThere: boolean
  }>`select to_regclass(${`public.${table}`}) is not null as is_there`.execute(db)
  if (isKnown || found.rows[0]?.isThere) throw refuse(`实体${plan.entityName}已经存在`)
  if (pathsOf(registry.menu).includes(plan.webPath)) throw refuse(`菜单路径${plan.webPath}已经存在`)
}

function pathsOf(nodes: MenuNode[]): string[] {
  return nodes.flatMap((node) => [node.path, ...pathsOf(node.children ?? [])])
}
