import { registry } from '@xueheng/contract'
import { PARAMETERS, type ParameterKey, findParameter } from '@xueheng/contract/platform/parameters.ts'
import { fieldMessage, normalize } from '@xueheng/contract/derive/schema.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from './access/doors.ts'
import { isCronLine } from './cron.ts'
import type { Ctx, Db } from './ctx.ts'
import { fault } from './error.ts'
import { valueProblems } from './rows/values.ts'

const SETTINGS = every(registry.entity('param'), 'settings hold for those, too, who do not look after them')

/** The row by which the program knows that the demo is there: no parameter, and nobody's to see or remove. */
export const DEMO_MARK = 'demo.loaded'

/**
 * The value of a parameter as it is kept: trimmed, flags as 0 or 1, several keys joined by commas. A key the program does
 * not know takes any value. Throws a refusal that names `paramValue` where the program could not obey the value.
 */
export async function readParameter(ctx: Ctx, key: string, value: string): Promise<string> {
  const field = findParameter(key)
  if (!field) return value
  const typed = field.kind === 'flag' ? flagText(value) : value.trim()
  const message = fieldMessage(field, typed) ?? formMessage(key, typed)
  if (message) throw fault('paramValue', message)
  const kept = normalize(field, typed)
  const [problems = []] = await valueProblems(ctx, { fields: { [key]: field } }, [{ values: { [key]: kept } }])
  if (problems[0]) throw fault('paramValue', problems[0].message)
  return Array.isArray(kept) ? kept.join(',') : String(kept)
}

/** Clients of this API family write flags as words. */
function flagText(value: string): string {
  return { true: '1', false: '0' }[value.trim()] ?? value.trim()
}

const CODES = /^\d{1,9}( *, *\d{1,9})*$/

/** What a text that is more than words has to look like. */
const FORMS: Partial<Record<ParameterKey, { isRight: (value: string) => boolean; message: string }>> = {
  'backup.cron': { isRight: isCronLine, message: '该参数应为定时表达式，如30 2 * * *' },
  'page.silentCodes': { isRight: (value) => CODES.test(value), message: '该参数应为数字，多个以逗号隔开，如4001,4002' },
}

function formMessage(key: string, value: string): string | undefined {
  const [, form] = Object.entries(FORMS).find(([name]) => name === key) ?? []
  return form && !form.isRight(value) ? form.message : undefined
}

/** A system parameter of the tenant `db` is bound to; its declared default, or '', when it is missing or blank. */
export async function setting(db: Db, key: ParameterKey): Promise<string> {
  const found = await sql<{ value: string | null }>`select ${settingIn(key)} as value`.execute(db)
  return textOf(key, found.rows[0]?.value)
}

/** The kept value of a parameter as part of a statement, for `numberOf`; null when it is missing. */
export function settingIn(key: ParameterKey): RawBuilder<string | null> {
  return sql`(select param_value from ${SETTINGS} s where param_key = ${key} and is_deleted = 0)`
}

function textOf(key: ParameterKey, kept: string | null | undefined): string {
  return kept?.trim() || presetOf(PARAMETERS[key])
}

/** A parameter that is a number; its declared default where the value is none within its range. */
export async function numberSetting(db: Db, key: ParameterKey): Promise<number> {
  return numberOf(key, await setting(db, key))
}

/** The same of a value as it is kept. */
export function numberOf(key: ParameterKey, kept: string | null | undefined): number {
  const field: Field = PARAMETERS[key]
  const value = textOf(key, kept)
  return Number(fieldMessage(field, value) ? presetOf(field) : value)
}

/** A parameter that is on or off. */
export async function flagSetting(db: Db, key: ParameterKey): Promise<boolean> {
  return flagText(await setting(db, key)) === '1'
}

function presetOf(field: Field): string {
  return String(field.default ?? '')
}
