import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { DEPT_TYPE, wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { ADMIN_TYPE, wecomDeptAdmin } from '@xueheng/contract/domains/wecom/dept-admin.ts'
import { AUDIENCE, wecomMessage } from '@xueheng/contract/domains/wecom/message.ts'
import { wecomMember } from '@xueheng/contract/domains/wecom/member.ts'
import { DELIVERED, messageStates } from '@xueheng/contract/domains/wecom/message-states.ts'
import { wecomContact } from '@xueheng/contract/domains/wecom/external-contact.ts'
import { wecomParent } from '@xueheng/contract/domains/wecom/student-parent.ts'
import { wecomStudent } from '@xueheng/contract/domains/wecom/student.ts'
import { corpHooks } from '../domains/wecom/corp-hooks.ts'
import { claimPart, keepDeliveries, mark } from '../domains/wecom/deliveries.ts'
import { deptHooks } from '../domains/wecom/dept-hooks.ts'
import { targetsOf } from '../domains/wecom/message-targets.ts'
import { memberHooks } from '../domains/wecom/member-hooks.ts'
import { messageHooks } from '../domains/wecom/messages.ts'
import { closeMessage, stateOfMessage } from '../domains/wecom/send-job.ts'
import { adminHooks, contactHooks, parentHooks, studentHooks } from '../domains/wecom/people-hooks.ts'
import type { Ctx } from '../platform/ctx.ts'
import { submit } from '../platform/rows/write.ts'
import { transition } from '../platform/states.ts'
import type { Bureau, Klass } from './model.ts'
import { className } from './sample-lines.ts'

const CORP = 'ww0000000000000001'
const STUDENTS_PER_CLASS = 6
/** 高三 in the standard grades of the platform. */
const SENIOR_THREE = 12

/** The home-school directory of one school, not yet in step with the platform: it has no secrets. */
export async function loadWecom(ctx: Ctx, bureau: Bureau, klass: Klass): Promise<void> {
  const { school } = klass
  const corp = { corpId: CORP, corpName: school.shortName, corpFullName: school.name, uscc: school.code, schoolMode: 1 }
  await submit(wecomCorp, ctx, corp, corpHooks.hooks)
  const place = (dept: object) => submit(wecomDept, ctx, { corpId: CORP, ...dept }, deptHooks.hooks)
  const top = await place({ deptName: school.shortName, deptType: DEPT_TYPE.school, deptId: 1 })
  const stage = await place({ deptName: '高中', deptType: DEPT_TYPE.stage, parentId: top.id })
  const grade = await place({
    deptName: '高三年级',
    deptType: DEPT_TYPE.grade,
    parentId: stage.id,
    standardGrade: SENIOR_THREE,
    registerYear: bureau.enterYear,
  })
  const classes = [klass, ...school.classes.filter((one) => one !== klass)].slice(0, 3)
  for (const [at, one] of classes.entries()) {
    const facts = { deptName: className(one), deptType: DEPT_TYPE.class, classCode: one.code, sort: 100 - at }
    const dept = await place({ ...facts, parentId: grade.id })
    await addPeople(ctx, bureau, one, dept.id)
  }
  await addMessages(ctx, grade.id, top.id)
  for (const account of ['school', 'teacher']) {
    await submit(wecomMember, ctx, { corpId: CORP, memberId: `m-${account}`, account }, memberHooks.hooks)
  }
}

/** One that was sent, and one that waits. */
async function addMessages(ctx: Ctx, gradeId: string, topId: string): Promise<void> {
  const write = (message: object) => submit(wecomMessage, ctx, { corpId: CORP, ...message }, messageHooks.hooks)
  const sent = await write({
    title: '家长会时间调整',
    audience: AUDIENCE.parents,
    departments: [gradeId],
    content: '高三年级家长会改到本周五19:00，地点不变，请相互转告。',
  })
  await transition(ctx, messageStates, stateOfMessage(sent.id), 'send')
  await keepDeliveries(ctx, sent.id, await targetsOf(ctx, sent))
  await mark(ctx, await claimPart(ctx, sent.id), { state: DELIVERED.sent, text: '已发出' })
  await closeMessage(ctx, sent.id, undefined)
  await write({
    title: '期末考试监考安排',
    audience: AUDIENCE.members,
    departments: [topId],
    content: '监考安排已排定，请各位老师登录后台在我的监考里查看。',
  })
}

async function addPeople(ctx: Ctx, bureau: Bureau, klass: Klass, department: string): Promise<void> {
  const of = { corpId: CORP }
  const head = { ...of, department, userId: `t${klass.headTeacher.code}`, adminType: ADMIN_TYPE.head }
  await submit(wecomDeptAdmin, ctx, { ...head, userName: klass.headTeacher.name }, adminHooks.hooks)
  const students = bureau.students.filter((student) => student.klass === klass).slice(0, STUDENTS_PER_CLASS)
  for (const { code, name, index } of students) {
    const who = { ...of, studentUserid: `s${index}`, name, studentCode: code, departments: [department] }
    const student = await submit(wecomStudent, ctx, who, studentHooks.hooks)
    const mobile = `139${String(index).padStart(8, '0')}`
    const relation = index % 2 === 0 ? '妈妈' : '爸爸'
    const parent = { ...of, parentUserid: `p${index}`, student: student.id, relation, mobile }
    await submit(wecomParent, ctx, parent, parentHooks.hooks)
    const contact = { ...of, externalUserid: `wm${String(index).padStart(16, '0')}`, name: `${name}${relation}` }
    await submit(wecomContact, ctx, contact, contactHooks.hooks)
  }
}
