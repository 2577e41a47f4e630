import { registry } from '@xueheng/contract'
import { personalFields } from '@xueheng/contract/derive/crud-calls.ts'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import type { Answer, Client, TestApp } from './harness.ts'
import { LEAVE, leavePeople } from './leave.ts'
import { type Row, RowMaker } from './rows.ts'

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

/** The path of the entity a call is of. */
export function baseOf(call: AnyCall): string {
  return call.path.slice(0, call.path.lastIndexOf('/'))
}

/** Asks any call as somebody who may, about rows that are there. */
export class CallAsker {
  /** A row by the entity it is of, or by the path its list is at. */
  readonly rows = new Map<string, Row>()

  private constructor(
    readonly admin: Client,
    /** Those a process waits for. */
    readonly others: Client[],
    private readonly maker: RowMaker,
  ) {}

  /** With a row of every entity, and with what is no row of one: units, grants, files, sign-ins that failed, a process. */
  static async open(program: TestApp): Promise<CallAsker> {
    const admin = await program.user({ role: 'administrator' })
    const maker = new RowMaker(admin)
    const others: Client[] = []
    const asker = new CallAsker(admin, others, maker)
    for (const entity of registry.entities) asker.rows.set(entity.name, await maker.parent(entity.name))
    const account = { account: 'answers', name: '答', realName: '答', userType: 1 }
    asker.rows.set('user', (await admin.post<Row>('/api/blade-user/submit', account)).data)
    await asker.leaveTraces()
    others.push(...(await startLeave(program)))
    await admin.post('/api/blade-system/ops/backup')
    return asker
  }

  private async leaveTraces(): Promise<void> {
    const { admin, rows } = this
    const [userId, schoolCode] = [rows.get('user')?.['id'], rows.get('basicSchool')?.['schoolCode']]
    const grant = { appCode: rows.get('appBiz')?.['appCode'], userId, deptId: rows.get('dept')?.['id'] }
    const unit = { userId, roleAlias: 'school', deptUscc: schoolCode }
    rows.set('userDeptRole', (await admin.post<Row>('/api/bigdata-service/user_dept_role/submit', unit)).data)
    await admin.post('/api/bigdata-service/appUserAuth/submit', grant)
    await admin.post('/api/bigdata-service/appDeptAuth/submit', grant)
    await admin.upload('/api/blade-resource/oss/endpoint/put-file-attach', {}, [
      { name: 'a.txt', body: Buffer.from('x') },
    ])
    const removed = await this.maker.create(registry.entity('post'))
    await admin.post('/api/blade-system/post/remove', undefined, { ids: removed['id'] })
  }

  /** `more`: values that are given as well. */
  async ask(client: Client, call: AnyCall, more: Row = {}): Promise<Answer> {
    const isSubmit = call.method === 'POST' && 'entity' in call && !('reason' in call.input)
    const input = isSubmit
      ? await this.maker.body(registry.entity(String(call['entity'])))
      : { ...this.inputOf(call), ...more }
    const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(input[name] ?? '1')))
    return call.method === 'GET' ? client.get(path, input) : client.post(path, input, isSubmit ? {} : input)
  }

  private ownRow(call: AnyCall): Row {
    const entity = registry.resources.find((one) => one.paths.some((path: string) => call.path.startsWith(`${path}/`)))
    return this.rows.get(entity?.name ?? '') ?? this.rows.get(baseOf(call)) ?? this.rows.get('examInfo') ?? {}
  }

  private inputOf(call: AnyCall): Row {
    const own = this.ownRow(call)
    const fields: [string, Field][] = Object.entries(call.input as Fields)
    // A list filters by every column of its rows, the id among them.
    const named = call.answer === 'page' ? {} : { ids: own['id'], id: own['id'] }
    return {
      ...named,
      ...Object.fromEntries(fields.map(([name, field]) => [name, this.valueOf(call, name, field, own)])),
    }
  }

  private valueOf(call: AnyCall, name: string, field: Field, own: Row): unknown {
    if (name === 'id' || name === 'ids') return own['id']
    if (Object.hasOwn(CONSTANT, name)) return CONSTANT[name]
    if (!field.required) return undefined
    if (name === 'field') return personalOf(call)
    const [entity, column] = field.ref ? [field.ref, field.value ?? 'id'] : (STANDS_FOR[name] ?? [])
    return own[name] ?? (entity && column && this.rows.get(entity)?.[column])
  }
}

async function startLeave(program: TestApp): Promise<Client[]> {
  const { applicant, definitionId, boss } = await leavePeople(program)
  const leave = { startTime: '2026-09-01 08:00:00', endTime: '2026-09-02 18:00:00', reason: '事假' }
  await applicant.post(`${LEAVE}/start-process`, {
    ...leave,
    processDefinitionId: definitionId,
    taskUser: boss.userId,
  })
  return [applicant, boss]
}

/** The first masked field of the call's entity. */
function personalOf(call: AnyCall): string | undefined {
  const entity = registry.resources.find((one) => one.paths.includes(baseOf(call)))
  return entity && personalFields(entity)[0]
}
