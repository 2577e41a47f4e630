import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { every } from './access/doors.ts'
import { isCronLine } from './cron.ts'
import type { Db } from './ctx.ts'

const SETTINGS = every(registry.entity('param'), 'settings hold for those, too, who do not look after them')

/** The row by which the program knows that the demo is there: no parameter, and nobody's to see or remove. */
export const DEMO_MARK = 'demo.loaded'

/** What a value has to be, said where it is not. */
interface Rule {
  isRight(value: string): boolean
  message: string
}

const ANY: Rule = { isRight: () => true, message: '' }
const COUNT: Rule = { isRight: (value) => /^[1-9]\d{0,4}$/.test(value), message: '该参数应为1到99999的整数' }
const DAY: Rule = {
  isRight: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
  message: '该参数应为日期，如2026-09-01',
}

/** Every parameter the program obeys, with what is tried before a value is kept. */
export const PARAMETERS = {
  'account.initPassword': ANY,
  'account.initPasswordMode': {
    isRight: (value) => ['random', 'fixed'].includes(value),
    message: '首次密码的发放方式只能是 random 或 fixed',
  },
  'backup.cron': { isRight: isCronLine, message: '该参数应为定时表达式，如30 2 * * *' },
  'backup.keep': COUNT,
  'log.retainDays': COUNT,
  'ops.certificateExpire': DAY,
  'ops.licenceExpire': DAY,
  'portfolio.secondAudit': { isRight: (value) => ['0', '1'].includes(value), message: '该参数只能是0或1' },
  'recycle.retainDays': COUNT,
  'tenant.default.password': ANY,
} as const satisfies Record<string, Rule>

export type ParameterKey = keyof typeof PARAMETERS

/** What is wrong with a value of a parameter; nothing for one the program does not know. */
export function parameterFault(key: string, value: string): string | undefined {
  const rule = Object.entries(PARAMETERS).find(([name]) => name === key)?.[1]
  return rule && !rule.isRight(value.trim()) ? rule.message : undefined
}

/** A system parameter of the tenant `db` is bound to; `preset` when it is missing or blank. */
export async function setting(db: Db, key: ParameterKey, preset: string): Promise<string> {
  const found = await sql<{ value: string }>`select param_value as value from ${SETTINGS}
    where param_key = ${key} and is_deleted = 0`.execute(db)
  return found.rows[0]?.value.trim() || preset
}

/** A number of days; `preset` for anything that is not a whole number from 1 on. */
export async function daysSetting(db: Db, key: ParameterKey, preset: number): Promise<number> {
  const days = Number(await setting(db, key, String(preset)))
  return Number.isInteger(days) && days > 0 ? days : preset
}
