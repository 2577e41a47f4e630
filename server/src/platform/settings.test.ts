import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../test/harness.ts'
import { DEMO_MARK, PARAMETERS, parameterFault } from './settings.ts'

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

const WRONG = Object.keys(PARAMETERS).filter((key) => parameterFault(key, 'x ?'))

test.each(WRONG)('a value that the parameter %s could not obey is refused before it is kept', async (key) => {
  const admin = await app().user({ role: 'administrator' })
  const message = parameterFault(key, 'x ?')
  // One that every tenant begins with has its row already.
  const { data } = await admin.get('/api/blade-system/param/list', { paramKey_equal: key })
  const id = data.records[0]?.id
  const body = { id, paramName: `试${key}`, paramKey: key, paramValue: 'x ?' }
  const answer = await admin.post(SUBMIT, body)
  expect([answer.status, answer.msg, answer.data.problems]).toEqual([400, message, [{ field: 'paramValue', message }]])
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
