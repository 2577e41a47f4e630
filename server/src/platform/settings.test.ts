import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PARAMETERS, findParameter } from '@xueheng/contract/platform/parameters.ts'
import { fieldMessage } from '@xueheng/contract/derive/schema.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../test/harness.ts'
import { DEMO_MARK } from './settings.ts'

const app = useTestApp({ ROLES: 'web' })
const SUBMIT = '/api/blade-system/param/submit'
const SRC = join(import.meta.dirname, '..')
const source = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/platform.settings\.ts$|\.test\.ts$/.test(file))
  .map((file) => readFileSync(join(SRC, file), 'utf8'))
  .join('\n')

test.each(Object.keys(PARAMETERS))('the parameter %s is read somewhere in the program', (key) => {
  expect(source).toContain(`'${key}'`)
})

/** Passwords are free text. */
const WRONG = Object.keys(PARAMETERS).filter((key) => !/password$/i.test(key))

/** Keeps a value of a parameter; one that every tenant begins with has its row already. */
async function keep(key: string, paramValue: string) {
  const admin = await app().user({ role: 'administrator' })
  const { data } = await admin.get('/api/blade-system/param/list', { paramKey_equal: key })
  const id = data.records[0]?.id
  return admin.post(SUBMIT, { id, paramName: `试${key}`, paramKey: key, paramValue })
}

test.each(WRONG)('a value that the parameter %s could not obey is refused before it is kept', async (key) => {
  const answer = await keep(key, 'x ?')
  expect([answer.status, answer.data.problems]).toEqual([400, [{ field: 'paramValue', message: answer.msg }]])
})

test.each([
  ['account.failCount', ['0', '21', '1.5', '']],
  ['tenant.default.accountNumber', ['-2', '1000001']],
  ['tenant.default.menuCode', ['system,nothing']],
  ['system.timeZone', ['Mars/Olympus']],
  ['ops.licenceExpire', ['2026-02-30']],
  ['page.silentCodes', ['4001;4002', '4001,', '-1', '未知']],
])('the parameter %s refuses values beyond its range: %s', async (key, values) => {
  for (const value of values) expect((await keep(key, value)).status, value).toBe(400)
})

test('a parameter is kept as the program reads it: without blanks, flags as 0 or 1', async () => {
  expect((await keep('account.failCount', ' 7 ')).data.paramValue).toBe('7')
  expect((await keep('account.registerUser', 'false')).data.paramValue).toBe('0')
  expect((await keep('account.registerUser', 'true')).data.paramValue).toBe('1')
  expect((await keep('tenant.default.menuCode', 'system, user')).data.paramValue).toBe('system,user')
})

test('every parameter has a title, a meaning and a default its own check accepts', () => {
  for (const [key, field] of Object.entries(PARAMETERS) as [string, Field][]) {
    expect([field.label, field.help], key).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)])
    if (field.default !== undefined) expect(fieldMessage(field, field.default), key).toBeUndefined()
  }
})

/** What clients of this API family set. */
const FAMILY = [
  'account.registerUser',
  'account.initPassword',
  'account.failCount',
  'tenant.default.password',
  'tenant.default.accountNumber',
  'tenant.default.menuCode',
]

test.each(FAMILY)('the parameter %s of the API family is obeyed', (key) => {
  expect(findParameter(key)).toBeDefined()
})

test('a parameter the program does not know takes any value', async () => {
  const admin = await app().user({ role: 'administrator' })
  const body = { paramName: '自定', paramKey: 'own.word', paramValue: 'x ?' }
  expect((await admin.post(SUBMIT, body)).status).toBe(200)
})

test('the mark of the demo cannot be given as a parameter', async () => {
  const admin = await app().user({ role: 'administrator' })
  const body = { paramName: '演示数据', paramKey: DEMO_MARK, paramValue: '已载入' }
  const answer = await admin.post(SUBMIT, body)
  expect([answer.status, answer.msg]).toEqual([400, '该参数名由系统保留'])
})

test('the mark of the demo is not among the parameters, nor removed with them', async () => {
  const admin = await app().user({ role: 'administrator' })
  const { data } = await admin.post(SUBMIT, { paramName: '演示数据', paramKey: 'demo.mark', paramValue: '已载入' })
  await sql`update param set param_key = ${DEMO_MARK} where id = ${data.id}`.execute(app().app.database.tenant(TENANT))
  const found = await admin.get('/api/blade-system/param/list', { paramKey_equal: DEMO_MARK })
  expect(found.data.total).toBe(0)
  const removed = await admin.post('/api/blade-system/param/remove', undefined, { ids: data.id })
  expect(removed.status).toBe(404)
})
