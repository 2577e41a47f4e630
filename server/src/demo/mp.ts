import { SEND_STATUS, batchStates } from '@xueheng/contract/domains/mp/batch-states.ts'
import { msgReplyRule } from '@xueheng/contract/domains/mp/msg-reply-rule.ts'
import { msgTemplate } from '@xueheng/contract/domains/mp/msg-template.ts'
import { templateBatch, templateMsgLog } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { wxMaterial } from '@xueheng/contract/domains/mp/wx-assets.ts'
import { BIND_STATUS, wxBinding } from '@xueheng/contract/domains/mp/wx-binding.ts'
import { wxMsg } from '@xueheng/contract/domains/mp/wx-msg.ts'
import { wxQrCode } from '@xueheng/contract/domains/mp/wx-qr-code.ts'
import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { sql } from 'kysely'
import { every } from '../platform/access/doors.ts'
import { wallTime } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import { nextId } from '../platform/db/id.ts'
import { wxMenuKept, wxTag } from '../domains/mp/tables.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'

const STUDENTS = every(basicStudent, 'the demonstration binds parents to some of its own students')
const FOLLOWERS = 60
const LEFT = 3
const BOUND = 6
const TAGS = ['初三家长', '高三家长', '教师']
const FIRST_TAG = 101
const TEMPLATE = 'demo-score-template'
const CONTENT = '考试：{{thing1.DATA}}\n发布时间：{{time2.DATA}}\n说明：{{thing3.DATA}}'
const VALUES = [
  { name: 'thing1', value: '高三第一次联考' },
  { name: 'time2', value: '2026-05-12 10:00' },
  { name: 'thing3', value: '请在公众号菜单中查询' },
]

/** Everything the screens of a public account show, as if it had been read from the platform: nothing is sent. */
export async function loadPublicAccount(ctx: Ctx, appid: string): Promise<void> {
  const target = { db: ctx.db, tenantId: ctx.user.tenantId }
  const ago = (minutes: number) => wallTime(new Date(ctx.now.getTime() - minutes * 60_000))
  await loadFollowers(target, appid, ago)
  await loadMenu(target, appid, ctx.now)
  await loadRules(target, appid)
  await loadMessages(target, appid, ago)
  await loadTemplates(target, appid, ago)
  await loadMaterials(target, appid, ago)
  await loadBindings(ctx, target, appid, ago)
}

type Ago = (minutes: number) => string

const openidOf = (n: number): string => `oDemo${String(n).padStart(6, '0')}`

async function loadFollowers(target: Target, appid: string, ago: Ago): Promise<void> {
  const tagOf = (n: number) => (n % 2 === 0 ? [FIRST_TAG + (n % TAGS.length)] : [])
  const rows = Array.from({ length: FOLLOWERS }, (_none, n) =>
    entityRow({
      appid,
      openid: openidOf(n),
      remark: n % 3 === 0 ? `家长${n + 1}` : null,
      subscribe: n < LEFT ? 0 : 1,
      subscribe_time: ago(60 * 24 * (n + 1)),
      subscribe_scene: n % 2 === 0 ? 'ADD_SCENE_QR_CODE' : 'ADD_SCENE_SEARCH',
      qr_scene_str: n % 2 === 0 ? 'grade12' : null,
      tagid_list: JSON.stringify(tagOf(n)),
      sync_no: 1,
    }),
  )
  await insertRows(target, wxUser, rows)
  const count = (tag: number) => rows.filter((_row, n) => tagOf(n).includes(FIRST_TAG + tag)).length
  await insertRows(
    target,
    wxTag,
    TAGS.map((name, tag) => ({ appid, tagid: FIRST_TAG + tag, name, count: count(tag) })),
  )
  await insertRows(target, wxQrCode, [
    entityRow({
      appid,
      scene_str: 'grade12',
      is_temp: 0,
      url: 'http://weixin.qq.com/q/demo-grade12',
      ticket: 'demo-1',
      remark: '高三家长会',
    }),
    entityRow({
      appid,
      scene_str: 'open-day',
      is_temp: 1,
      expire_time: ago(60),
      url: 'http://weixin.qq.com/q/demo-open-day',
      ticket: 'demo-2',
      remark: '校园开放日',
    }),
  ])
}

async function loadMenu(target: Target, appid: string, now: Date): Promise<void> {
  const buttons = [
    {
      name: '成绩',
      subButtons: [
        { name: '成绩查询', type: 'view', url: 'https://example.cn/score' },
        { name: '查询说明', type: 'click', key: 'KEY_HELP' },
      ],
    },
    { name: '通知', type: 'view', url: 'https://example.cn/notice' },
    { name: '联系我们', type: 'click', key: 'KEY_CONTACT' },
  ]
  await insertRows(target, wxMenuKept, [
    { appid, buttons: JSON.stringify(buttons), conditional: '[]', kept_time: now.toISOString() },
  ])
}

async function loadRules(target: Target, appid: string): Promise<void> {
  const rule = (row: DemoRow) =>
    entityRow({
      exact_match: 0,
      reply_type: 'text',
      effect_time_start: '00:00:00',
      effect_time_end: '23:59:59',
      priority: 0,
      is_enabled: 1,
      ...row,
    })
  await insertRows(target, msgReplyRule, [
    rule({
      rule_name: '关注欢迎',
      appid,
      match_value: 'subscribe',
      exact_match: 1,
      priority: 10,
      reply_content: '欢迎关注云川教育发布。回复“成绩”了解怎样查询。',
    }),
    rule({
      rule_name: '成绩查询',
      appid,
      match_value: '成绩,分数,KEY_HELP',
      priority: 5,
      reply_content: '成绩在发布后从菜单“成绩查询”进入。',
    }),
    rule({
      rule_name: '夜间答复',
      appid: null,
      match_value: '在吗,你好',
      effect_time_start: '22:00:00',
      effect_time_end: '06:00:00',
      reply_content: '老师休息了，明天一早答复您。',
    }),
  ])
}

async function loadMessages(target: Target, appid: string, ago: Ago): Promise<void> {
  const said: [n: number, minutes: number, inOut: number, text: string][] = [
    [10, 50, 0, '请问高三成绩什么时候发布？'],
    [10, 45, 1, '预计本周五上午发布，请留意通知。'],
    [11, 20, 0, '怎样绑定孩子？'],
    [12, 60 * 24 * 4, 0, '谢谢老师'],
  ]
  const rows = said.map(([n, minutes, inOut, content]) =>
    entityRow({
      appid,
      openid: openidOf(n),
      in_out: inOut,
      msg_type: 'text',
      detail: JSON.stringify({ content }),
      msg_time: ago(minutes),
    }),
  )
  const event = { event: 'subscribe', eventKey: 'qrscene_grade12' }
  rows.push(
    entityRow({
      appid,
      openid: openidOf(13),
      in_out: 0,
      msg_type: 'event',
      detail: JSON.stringify(event),
      msg_time: ago(70),
    }),
  )
  await insertRows(target, wxMsg, rows)
}

async function loadTemplates(target: Target, appid: string, ago: Ago): Promise<void> {
  const data = JSON.stringify(VALUES)
  await insertRows(target, msgTemplate, [
    entityRow({
      appid,
      name: '成绩发布通知',
      template_id: TEMPLATE,
      title: '成绩发布通知',
      content: CONTENT,
      data,
      is_enabled: 1,
    }),
  ])
  const batchId = nextId()
  const people = FOLLOWERS - LEFT
  await insertRows(target, templateBatch, [
    {
      id: batchId,
      appid,
      template_name: '成绩发布通知',
      template_id: TEMPLATE,
      data,
      request_id: 'demo',
      batch_status: batchStates.states.done.value,
      total: people,
      is_written: 1,
    },
  ])
  const lines = Array.from({ length: people }, (_none, n) => {
    const isRefused = n === 4
    return entityRow({
      appid,
      batch_id: batchId,
      touser: openidOf(n + LEFT),
      template_id: TEMPLATE,
      send_status: isRefused ? SEND_STATUS.blocked : n < 50 ? SEND_STATUS.delivered : SEND_STATUS.accepted,
      send_result: isRefused ? '用户拒收' : n < 50 ? '已送达' : '已提交',
      send_time: ago(600),
      finish_time: n < 50 ? ago(599) : null,
      msgid: String(8_000_000 + n),
    })
  })
  await insertRows(target, templateMsgLog, lines)
}

async function loadMaterials(target: Target, appid: string, ago: Ago): Promise<void> {
  const article = {
    title: '高三家长会安排',
    thumbMediaId: 'demo-cover',
    author: '云川教育',
    digest: '时间、地点和流程',
    content: '<p>请各位家长准时参加。</p>',
  }
  await insertRows(target, wxMaterial, [
    entityRow({
      appid,
      media_type: 'image',
      name: '封面.png',
      media_id: 'demo-cover',
      articles: null,
      wx_update_time: ago(2000),
    }),
    entityRow({
      appid,
      media_type: 'news',
      name: article.title,
      media_id: 'demo-news',
      articles: JSON.stringify([article]),
      wx_update_time: ago(1500),
    }),
  ])
}

async function loadBindings(ctx: Ctx, target: Target, appid: string, ago: Ago): Promise<void> {
  const found = await sql<{
    studentCode: string
    studentName: string
    areaCode: string
    schoolCode: string
    classCode: string
    className: string
  }>`
    select s.student_code, s.student_name, s.area_code, s.school_code, s.class_code, s.class_name from ${STUDENTS} s
    where s.is_deleted = 0 order by s.student_code limit ${BOUND}`.execute(ctx.db)
  const rows = found.rows.map((student, n) =>
    entityRow({
      appid,
      openid: openidOf(n + LEFT),
      student_name: student.studentName,
      student_code: student.studentCode,
      area_code: student.areaCode,
      school_code: student.schoolCode,
      class_code: student.classCode,
      class_name: student.className,
      bind_status: n === 0 ? BIND_STATUS.revoked : BIND_STATUS.bound,
      bind_time: ago(60 * 24 * (n + 1)),
      revoke_time: n === 0 ? ago(60) : null,
    }),
  )
  await insertRows(target, wxBinding, rows)
}
