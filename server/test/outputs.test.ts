import { registry } from '@xueheng/contract'
import { personalFields } from '@xueheng/contract/derive/crud-calls.ts'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Client, useTestApp } from './harness.ts'
import { LEAVE, leavePeople } from './leave.ts'
import { answersRecords, differenceOf, recordsOf } from './outputs.ts'
import { type Row, RowMaker } from './rows.ts'

const app = useTestApp()
/** A row by the entity it is of, or by the path its list is at. */
const rows = new Map<string, Row>()
let admin: Client
/** Those a process waits for. */
let others: Client[] = []
let maker: RowMaker

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
  for (const entity of registry.entities) rows.set(entity.name, await maker.parent(entity.name))
  const account = { account: 'answers', name: '答', realName: '答', userType: 1 }
  rows.set('user', (await admin.post<Row>('/api/blade-user/submit', account)).data)
  await leaveTraces()
}, 120_000)

/** What is no row of an entity: units, grants, files, sign-ins that failed, a process. */
async function leaveTraces(): Promise<void> {
  const [userId, schoolCode] = [rows.get('user')?.['id'], rows.get('basicSchool')?.['schoolCode']]
  const grant = { appCode: rows.get('appBiz')?.['appCode'], userId, deptId: rows.get('dept')?.['id'] }
  const unit = { userId, roleAlias: 'school', deptUscc: schoolCode }
  rows.set('userDeptRole', (await admin.post<Row>('/api/bigdata-service/user_dept_role/submit', unit)).data)
  await admin.post('/api/bigdata-service/appUserAuth/submit', grant)
  await admin.post('/api/bigdata-service/appDeptAuth/submit', grant)
  await admin.upload('/api/blade-resource/oss/endpoint/put-file-attach', {}, [
    { name: 'a.txt', body: Buffer.from('x') },
  ])
  const removed = await maker.create(registry.entity('post'))
  await admin.post('/api/blade-system/post/remove', undefined, { ids: removed['id'] })
  const { applicant, definitionId, boss } = await leavePeople(app())
  const leave = { startTime: '2026-09-01 08:00:00', endTime: '2026-09-02 18:00:00', reason: '事假' }
  await applicant.post(`${LEAVE}/start-process`, {
    ...leave,
    processDefinitionId: definitionId,
    taskUser: boss.userId,
  })
  others = [applicant, boss]
  await admin.post('/api/blade-system/ops/backup')
}

/** Required parameters that stand for a row under a name of their own. */
const STANDS_FOR: Record<string, [string, string]> = {
  schoolCode: ['basicSchool', 'schoolCode'],
  code: ['basicSchool', 'schoolCode'],
  areaCode: ['basicSchool', 'areaCode'],
  appCode: ['appBiz', 'appCode'],
  userId: ['user', 'id'],
  userIds: ['user', 'id'],
  left: ['role', 'id'],
  right: ['role', 'id'],
  roleIds: ['role', 'id'],
  parentId: ['userParentInfo', 'id'],
  examIds: ['examInfo', 'id'],
  topMenuIds: ['topmenu', 'id'],
}

const CONSTANT: Row = { entity: 'post', current: 1, size: 5, reason: '核对应答的字段', isAll: 1 }

function baseOf(call: AnyCall): string {
  return call.path.slice(0, call.path.lastIndexOf('/'))
}

function ownRow(call: AnyCall): Row {
  const entity = registry.resources.find((one) => one.paths.some((path: string) => call.path.startsWith(`${path}/`)))
  return rows.get(entity?.name ?? '') ?? rows.get(baseOf(call)) ?? rows.get('examInfo') ?? {}
}

function inputOf(call: AnyCall): Row {
  const own = ownRow(call)
  const fields: [string, Field][] = Object.entries(call.input as Fields)
  // A list filters by every column of its rows, the id among them.
  const named = call.answer === 'page' ? {} : { ids: own['id'], id: own['id'] }
  return {
    ...named,
    ...Object.fromEntries(fields.map(([name, field]) => [name, valueOf(call, name, field, own)])),
  }
}

/** The first masked field of the call's entity. */
function personalOf(call: AnyCall): string | undefined {
  const entity = registry.resources.find((one) => one.paths.includes(baseOf(call)))
  return entity && personalFields(entity)[0]
}

function valueOf(call: AnyCall, name: string, field: Field, own: Row): unknown {
  if (name === 'id' || name === 'ids') return own['id']
  if (Object.hasOwn(CONSTANT, name)) return CONSTANT[name]
  if (!field.required) return undefined
  if (name === 'field') return personalOf(call)
  const [entity, column] = field.ref ? [field.ref, field.value ?? 'id'] : (STANDS_FOR[name] ?? [])
  return own[name] ?? (entity && column && rows.get(entity)?.[column])
}

async function ask(client: Client, call: AnyCall): Promise<Answer> {
  const isSubmit = call.method === 'POST' && 'entity' in call && !('reason' in call.input)
  const input = isSubmit ? await maker.body(registry.entity(String(call['entity']))) : inputOf(call)
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(input[name] ?? '1')))
  return call.method === 'GET' ? client.get(path, input) : client.post(path, input, isSubmit ? {} : input)
}

const calls = registry.calls.filter(answersRecords)
const answered = new Set<string>()

/** Lists go first: what they answer is asked for by itself afterwards. */
const inOrder = [...calls.filter((call) => call.answer !== 'data'), ...calls.filter((call) => call.answer === 'data')]

describe('a call that answers records', () => {
  test.each(inOrder.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s answers its declared fields, no more and no less',
    async (name, call) => {
      expect(Object.keys(call.output ?? {})).not.toEqual([])
      for (const client of [admin, ...others]) {
        // The client itself throws where an answer is not as declared.
        const { status, data } = await ask(client, call)
        const [record] = status === 200 ? (recordsOf(call, data) as Row[]) : []
        if (!record) continue
        answered.add(name)
        if (!rows.has(baseOf(call))) rows.set(baseOf(call), record)
        return
      }
    },
  )

  test('is met with records most of the time', () => {
    expect(answered.size).toBeGreaterThan(290)
  })
})

describe('the check', () => {
  const call = registry.calls.find((one) => one.name === 'role.tree') as AnyCall
  const node = { id: '1', parentId: '0', title: '甲', key: '1', value: '1' }

  test.each([
    ['a field that is not declared', [{ ...node, roleAlias: 'a' }], ['roleAlias'], []],
    [
      'a field that is missing',
      [{ ...node, title: undefined }].map(({ title: _gone, ...rest }) => rest),
      [],
      ['title'],
    ],
    [
      'either of them in a row below',
      [{ ...node, children: [{ id: '2', more: 1 }] }],
      ['more'],
      ['parentId', 'title', 'key', 'value'],
    ],
  ])('finds %s', (_what, data, undeclared, missing) => {
    expect(differenceOf(call, data)).toMatchObject({ undeclared, missing })
  })

  test('leaves alone what is as declared, and an answer without records', () => {
    expect([differenceOf(call, [node]), differenceOf(call, [])]).toEqual([undefined, undefined])
  })
})
