import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { errors } from '@xueheng/contract/kit/error.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { CallAsker } from './call-asker.ts'
import { useTestApp } from './harness.ts'
import type { Row } from './rows.ts'

/** Every call that is about one row is asked about one that is not there. */
const app = useTestApp()
let asker: CallAsker
beforeAll(async () => {
  asker = await CallAsker.open(app())
})

const NONE = '987654321'
const GONE = [404, errors['row.notFound'].text]
const NOTHING = [200, '暂无承载数据']
const NO_REPORT = [400, '该考试不存在或尚未生成报表']

/** Details that refuse where others answer nothing. */
const OTHER_DETAILS: Record<string, (number | string)[]> = {
  'usualLog.detail': GONE,
  'apiLog.detail': GONE,
  'errorLog.detail': GONE,
  'operationLog.detail': GONE,
  'childAccess.detail': GONE,
  'flow.modelDetail': GONE,
  'sesealinfo.detail': GONE,
  'signlog.detail': GONE,
  'examScoreStudentCourseQuestion.detail': GONE,
  'examscorestudent.detail': NO_REPORT,
  'examscorestudentcourse.detail': NO_REPORT,
}
const OTHERS: Record<string, (number | string)[]> = {
  'job.cancel': [200, '操作失败'],
  'registration.approve': [400, '该申请不存在或已经处理'],
  'registration.refuse': [400, '该申请不存在或已经处理'],
}
/** What they have to be told besides, so that they come to look for the row. */
const MORE: Record<string, Row> = {
  'datasource.columns': { table: 'a' },
  'wecomCorp.decide': { side: 1 },
  'gatherTask.reopen': { endTime: '2099-01-01 08:00:00' },
  'examTask.reopen': { endTime: '2099-01-01 08:00:00' },
  'cert.revoke': { revokeReason: 1 },
  'retentionRule.run': { digest: 'a', confirm: 'a' },
  'orderManage.pay': { payChannel: 1, transactionId: 'a', payPrice: '1.00' },
  'orderManage.ship': { expressCode: 'sf', expressNo: '1' },
  'orderrefund.sendBack': { returnExpressNo: 'a' },
  'orderrefund.confirm': { payRefundNo: 'a' },
  'voteset.vote': { parentId: NONE, optionIds: [NONE] },
  'examArrangeTask.printPaper': { paper: 'door' },
  'examArrangeTaskStudent.swapSeats': { examRoomNo: '1', examRoomSeatNum: 1 },
}
/** They are about what belongs to the row, of which there is none; hold the id for something that is no row; or ask another platform. */
const ELSEWHERE = new Set([
  'notice.receipts',
  'userUnit.getSchoolAdminList',
  'auth.resetPassword',
  'attach.read',
  'updateTags.detail',
  'updateTags.delete',
])

const isDetail = ({ method, answer, path }: AnyCall) =>
  method === 'GET' && answer === 'data' && /detail$|\/info\/:id$/i.test(path)
const ofOneRow = registry.calls.filter((call) => (call.input as Fields)['id'])
const details = ofOneRow.filter((call) => isDetail(call) && !ELSEWHERE.has(call.name))
const others = ofOneRow.filter(
  (call) => !isDetail(call) && (call.input as Fields)['id']?.required && !ELSEWHERE.has(call.name),
)

async function askedOfNone(call: AnyCall) {
  const { status, msg, data } = await asker.ask(asker.admin, call, { ...MORE[call.name], id: NONE, ids: NONE })
  return { told: [status, msg], data }
}

describe('a detail of a row that is not there', () => {
  test.each(details.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_name, call) => {
    const { told, data } = await askedOfNone(call)
    const wanted = OTHER_DETAILS[call.name] ?? NOTHING
    expect(told).toEqual(wanted)
    if (wanted === NOTHING) expect(data).toEqual({})
  })
})

describe('anything else about a row that is not there', () => {
  test.each(others.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_name, call) => {
    expect((await askedOfNone(call)).told).toEqual(OTHERS[call.name] ?? GONE)
  })
})

/** Those that are asked in other words when nothing is chosen. */
const OTHER_CHOICES: Record<string, (number | string)[]> = {
  'examScoreStudentCourseQuestion.remove': [400, '请选择要删除的小题分'],
  'examTaskTeacher.assignMarkRole': [400, '请选择阅卷角色'],
  'gatherWeixinMsg.pushWxMsg': [400, '请选择家长消息'],
  'examTeacherImport.delAllByExamId': [400, '请选择考试'],
}
/** Nothing chosen is all there is, or nothing to do; or something else is asked first, their rows are kept, they ask another platform. */
const ANY_CHOICE =
  /^gather\w+\.(differences|archive|make)$|\w*[mM]arkPaperTeacher$|^examscorestudent(course)?\.remove$|^wxMenu\.|^wecomCorp\.erase$|^menu\.sort$/

const choosing = registry.calls.filter(
  (call) =>
    call.method === 'POST' && (call.input as Fields)['ids'] && !('review' in call) && !ANY_CHOICE.test(call.name),
)

describe('a selection of nothing', () => {
  test.each(choosing.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_name, call) => {
    const { status, msg } = await asker.ask(asker.admin, call, { ids: ' , ', id: undefined })
    expect([status, msg]).toEqual(OTHER_CHOICES[call.name] ?? [400, errors['request.noSelection'].text])
  })
})

/** They answer about every row for itself, or ask first what state the task is in. */
const NOT_OF_ALL = new Set([
  'gatherTeacher.takePortfolioTitles',
  'gatherHighExamScore.auditStudents',
  'examTaskTeacher.assignMarkRole',
])
/** What is derived of an entity is asked about all of them by `entities.test.ts`. */
const byHand = choosing.filter((call) => !('entity' in call) && !NOT_OF_ALL.has(call.name))

describe('a selection of what is not there', () => {
  test.each(byHand.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_name, call) => {
    const { status, msg } = await asker.ask(asker.admin, call, { ...MORE[call.name], ids: NONE, id: undefined })
    expect([status, msg]).toEqual(OTHERS[call.name] ?? GONE)
  })
})

describe('an upload without a file', () => {
  const taking = registry.calls.filter(({ body }) => body === 'upload' || body === 'look')
  test.each(taking.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_name, call) => {
    const { status, msg } = await asker.admin.upload(call.path, {}, [])
    expect([status, msg]).toEqual([400, '缺少必要的请求参数: file'])
  })
})

test('what answers otherwise is still declared', () => {
  const names = new Set([...ofOneRow, ...choosing].map(({ name }) => name))
  const told = [...[OTHER_DETAILS, OTHERS, OTHER_CHOICES, MORE].flatMap(Object.keys), ...ELSEWHERE, ...NOT_OF_ALL]
  expect(told.filter((name) => !names.has(name))).toEqual([])
})
