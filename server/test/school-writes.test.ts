import { registry } from '@xueheng/contract'
import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { beforeAll, expect, test } from 'vitest'
import { madeValue } from '../../contract/test/made-row.ts'
import { type Client, useTestApp } from './harness.ts'
import { KEPT_OUT } from './kept-out.ts'
import { type Row, RowMaker } from './rows.ts'

/**
 * Every writing call, tried by a school that holds its right: what goes through and what turns it away for what it is stand
 * in lists, so that a call that is new, or has lost what kept schools out, is looked at by somebody.
 */
const app = useTestApp({ ROLES: 'web' })
const rows = new Map<string, Row>()
let clerk: Client
const MINI_PROGRAM = 3

beforeAll(async () => {
  const admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  const know = async (name: string, change: Row) =>
    maker.know(new Map([[name, await maker.create(registry.entity(name), change)]]))
  // A role that sees more than a school: narrower ones are within its rights.
  await know('role', { scopeLevel: 'all' })
  await know('wxAccount', { type: MINI_PROGRAM })
  for (const entity of registry.entities) rows.set(entity.name, await maker.parent(entity.name))
  // One who waits for no order may be removed.
  rows.set('userparentinfo', await maker.create(registry.entity('userparentinfo')))
  const permissions = registry.calls.flatMap((call) => (typeof call.access === 'object' ? call.access.permission : []))
  clerk = await app().user({
    role: 'school',
    schoolCode: String(rows.get('basicSchool')?.['schoolCode']),
    permissions: [...new Set(permissions)],
  })
})

const writes = registry.calls.filter(
  (call) =>
    (call.method === 'POST' || call.writes) &&
    typeof call.access === 'object' &&
    call.body !== 'upload' &&
    !call.readOnly,
)

function inputOf(call: AnyCall): Row {
  const entity = registry.resources.find((one) => one.paths.some((path: string) => call.path.startsWith(`${path}/`)))
  const own = rows.get(entity?.name ?? 'examInfo') ?? {}
  const input: Row = { id: own['id'], ids: own['id'] }
  for (const [name, field] of Object.entries(call.input as Fields)) input[name] = valueOf(name, field, own, entity)
  return input
}

function valueOf(name: string, field: Field, own: Row, entity: AnyEntity | undefined): unknown {
  if (name === 'ids' && field.kind === 'json') return [own['id']]
  if (name === 'id' || name === 'ids') return own['id']
  if (name === 'examId') return rows.get('examInfo')?.['id']
  if (entity?.fields[name]) return own[name]
  if (field.ref) return rows.get(field.ref)?.[field.value ?? 'id']
  if (field.kind === 'integer' || field.kind === 'flag') return 1
  if (name === 'reason') return '核对数据范围'
  return field.required ? madeValue(name, field, 1) : undefined
}

/** What a school that holds the right may do with rows of its own and of nobody: path of the calls and their last parts. */
const MAY: Record<string, string[]> = {
  '/api/blade-resource/oss': ['test'],
  '/api/yzl-mpweixin/manage/wxAccount': ['save', 'submit', ':id', 'update'],
  '/api/yzl-mpweixin/manage/wxQrCode': ['syncWxTemplate'],
  '/api/yzl-mpweixin/manage/wxAssets': ['syncWxTemplate'],
  '/api/yzl-mpweixin/manage/templateMsgLog': ['syncWxTemplate'],
  '/api/blade-qyweixin/corp': ['sync', 'push', 'submit'],
  '/api/blade-privacy/datapurpose': ['submit'],
  '/api/blade-privacy/retentionrule': ['submit', 'remove', 'restore'],
  '/api/blade-privacy/guardianconsent': ['submit', 'remove', 'restore', 'withdrawEach'],
  '/api/blade-privacy/personalrequest': ['submit', 'remove', 'restore', 'accept', 'acceptEach', 'answerEach'],
  '/api/yzl-book-mall-admin/orderManage': ['cancel', 'save', 'update', 'remove', 'restore', 'submit'],
  '/api/yzl-mpweixin/manage/msgTemplate': ['save', 'submit', ':id', 'update'],
  '/api/yzl-mpweixin/manage/msgReplyRule': ['save', 'submit', ':id', 'update'],
  '/api/blade-qyweixin/message': ['send'],
  '/api/blade-qyweixin/dept': ['submit'],
  '/api/blade-qyweixin/deptadmins': ['submit', 'remove', 'restore'],
  '/api/blade-qyweixin/student': ['submit'],
  '/api/blade-qyweixin/studentparents': ['submit', 'remove', 'restore'],
  '/api/blade-qyweixin/member': ['submit', 'remove'],
  '/api/blade-qyweixin/externalcontact': ['submit', 'remove', 'restore'],
  '/api/yzl-book-mall-admin/orderrefund': [
    'save',
    'update',
    'remove',
    'restore',
    'auditEach',
    'receiveGoodsEach',
    'withdrawEach',
  ],
  '/api/yzl-book-mall-admin/bookcommentreply': ['save', 'update', 'remove', 'restore', 'audit', 'auditEach'],
  '/api/yzl-book-mall-admin/studentinfo': ['save', 'update', 'remove', 'restore'],
  '/api/yzl-book-mall-admin/questionanswer': ['save', 'update', 'remove', 'restore'],
  '/api/yzl-gather/gatherHighExamScore': [
    'sendEach',
    'withdrawEach',
    'audit1Each',
    'audit2Each',
    'revokeEach',
    'sendArtEach',
    'withdrawArtEach',
    'artAudit1Each',
    'artAudit2Each',
    'revokeArtEach',
  ],
  '/api/bigdata-service/basicparam': ['saveAreaTypeParam', 'submit', 'remove', 'restore'],
  '/api/bigdata-service/examinfo': ['saveRule', 'submit', 'update'],
  '/api/bigdata-service/examstudentimport': ['checkByExamId', 'submit', 'remove', 'restore'],
  '/api/bigdata-service/examscorestudentcourseimport': ['checkByExamId', 'submit', 'remove', 'restore'],
  '/api/bigdata-service/examscorehighexam': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/examteachercourseimport': ['archiveByExamId', 'checkByExamId', 'submit', 'remove', 'restore'],
  '/api/blade-system/dict-biz': ['submit', 'remove', 'restore'],
  '/api/blade-resource/sms-template': ['submit', 'remove', 'restore'],
  '/api/blade-system/dept': ['submit', 'remove', 'restore'],
  '/api/blade-system/post': ['submit', 'remove', 'restore', 'save', 'update'],
  '/api/yzl-platform/newclasses': ['submit', 'remove', 'restore'],
  '/api/yzl-platform/appresource': ['submit', 'remove', 'restore'],
  '/api/blade-desk/notice': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/sysMessage': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/basicschool': ['submit'],
  '/api/bigdata-service/school_classes': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/basicstudent': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/basicteacher': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/basicteachercourse': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/basicGradeCourse': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/basicStudentInSchool': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/basicquotaprocessingitem': ['submit', 'remove', 'restore'],
  '/api/bigdata-service/schoolParam': ['submit', 'remove', 'restore', 'update'],
  '/api/bigdata-service/appBiz': ['submit', 'remove', 'restore'],
  '/api/yzl-seseal/ukeyinfo': ['submit', 'remove', 'restore'],
  '/api/yzl-seseal/sealmould': ['submit', 'remove', 'restore'],
  '/api/yzl-seseal/certinfo': ['submit', 'remove', 'restore'],
  '/api/yzl-seseal/sesealpermit': [
    'submit',
    'sendEach',
    'withdrawEach',
    'auditEach',
    'mutil_make',
    'cancelMakeEach',
    'remove',
    'restore',
    'send',
  ],
  '/api/bigdata-service/examscorecorrection': [
    'submit',
    'remove',
    'restore',
    'send',
    'sendEach',
    'withdrawEach',
    'auditEach',
  ],
  '/api/yzl-gather/gatherTeacher': [
    'sendEach',
    'withdrawEach',
    'audit1Each',
    'audit2Each',
    'collateTeachers',
    'takeBackEach',
  ],
  '/api/yzl-gather/gatherStudent': [
    'sendEach',
    'withdrawEach',
    'audit1Each',
    'audit2Each',
    'collateStudents',
    'takeBackEach',
  ],
  '/api/yzl-gather/teacherPortfolio': [
    'printCertificate',
    'submit',
    'remove',
    'restore',
    'send',
    'sendEach',
    'withdraw',
    'withdrawEach',
    'audit1Each',
    'audit2Each',
    'archiveEach',
  ],
  '/api/yzl-book-mall-admin/userparentinfo': ['save', 'update', 'remove', 'restore'],
  '/api/yzl-book-mall-admin/collectrecord': [
    'judge',
    'judgeEach',
    'resubmitEach',
    'save',
    'update',
    'remove',
    'restore',
  ],
  '/api/yzl-book-mall-admin/studentAssess': ['save', 'update', 'remove', 'restore'],
}

function pathsOf(list: Record<string, string[]>): Set<string> {
  return new Set(Object.entries(list).flatMap(([base, actions]) => actions.map((action) => `${base}/${action}`)))
}
const allowed = pathsOf(MAY)
const keptOut = pathsOf(KEPT_OUT)

test.each(writes.map((call) => [call.path, call] as const))('%s', async (path, call) => {
  const input = inputOf(call)
  const url = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(input[name] ?? '1')))
  const { status, msg } = await clerk.post(url, input)
  expect(status, msg).toBeLessThan(500)
  expect(status === 200, `${status} ${msg}`).toBe(allowed.has(path))
  // Whatever else it might be refused for comes after who asks.
  expect(status === 403, `${status} ${msg}`).toBe(keptOut.has(path))
})

test('the lists name calls that exist', () => {
  const known = new Set(writes.map((call) => call.path))
  expect([...allowed, ...keptOut].filter((path) => !known.has(path))).toEqual([])
})
