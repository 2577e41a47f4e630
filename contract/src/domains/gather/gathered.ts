import { defineCall } from '../../kit/call.ts'
import { dateTime, flag, json, text } from '../../kit/field.ts'
import type { ReviewStep } from '../../kit/review.ts'
import type { GatherAction } from './gather-states.ts'

const made = { editable: 'never', list: false } as const

/** 每种采集信息的审核：何时提交，谁审核，为何驳回。 */
export const AUDIT_TRAIL = {
  submitTime: dateTime('提交时间', { editable: 'never' }), // inferred
  audit1User: text('初审人', { ...made, length: 100 }), // inferred
  audit1Time: dateTime('初审时间', made), // inferred
  audit1Msg: text('初审意见', { ...made, length: 500 }), // inferred
  audit2User: text('复审人', { ...made, length: 100 }), // inferred
  audit2Time: dateTime('复审时间', made), // inferred
  audit2Msg: text('复审意见', { ...made, length: 500 }), // inferred
  rejectReason: text('驳回原因', { length: 500, editable: 'never' }), // inferred
}

/** 要校对的还记下谁校对。 */
export const GATHER_TRAIL = {
  ...AUDIT_TRAIL,
  collateUser: text('校对人', { ...made, length: 100 }), // inferred
  collateTime: dateTime('校对时间', made), // inferred
}

const audit1 = { audit1User: 'userName', audit1Time: 'time', audit1Msg: 'opinion' } as const
const audit2 = { audit2User: 'userName', audit2Time: 'time', audit2Msg: 'opinion' } as const
const collated = { collateUser: 'userName', collateTime: 'time' } as const
const refused = { rejectReason: 'opinion' } as const
const sent = { submitTime: 'time', rejectReason: 'none' } as const

/** What a row keeps of two audits, what needs a reason, what its owner hears. */
export const TWO_AUDITS = {
  queueOrder: 'submitTime',
  reasons: { refuseSchool: '请填写驳回原因', refuseBureau: '请填写驳回原因' },
  marks: {
    submit: sent,
    submitFinally: sent,
    change: sent,
    passSchool: audit1,
    passFinally: audit1,
    refuseSchool: { ...audit1, ...refused },
    passBureau: audit2,
    refuseBureau: { ...audit2, ...refused },
  },
  news: { refuseSchool: '被学校驳回', refuseBureau: '被教育局驳回' },
  verdict: { name: 'status', pass: 1, reject: 2 },
} as const

/** The same with the collation behind them. */
export const GATHER_REVIEW = {
  ...TWO_AUDITS,
  column: 'gatherStatus',
  reasons: { ...TWO_AUDITS.reasons, refuseCollate: '请填写驳回原因' },
  marks: { ...TWO_AUDITS.marks, collate: collated, refuseCollate: { ...collated, ...refused } },
  news: { ...TWO_AUDITS.news, refuseCollate: '校对时被驳回', takeBack: '被教育局取消归档' },
} as const

interface Named {
  /** First part of the titles: 采集初审. */
  title: string
  /** Prefix of the rights. */
  right: string
  /** Address of the screen with the rows; those of the queues follow from it. */
  page: string
  /** Last part of the path of the call that collates. */
  collate: string
}

type GatherStep = 'send' | 'withdraw' | 'audit1' | 'audit2' | 'collate' | 'takeBack'

/** 学校初审，局里复审，再校对；驳回要写原因，改好后从初审重新走。归档的由局里取消归档后才能驳回，学籍先不变，再归档时更新。 */
export function gatherSteps({ title, right, page, collate }: Named): Record<GatherStep, ReviewStep<GatherAction>> {
  return {
    send: { title: '提交审核', permission: `${right}_edit`, pass: ['submit', 'submitFinally'] },
    withdraw: { title: '撤回', permission: `${right}_edit`, pass: ['withdraw'] },
    audit1: {
      title: `${title}初审`,
      permission: `${right}_audit1`,
      pass: ['passSchool', 'passFinally'],
      reject: 'refuseSchool',
      link: `${page}Audit1`,
      narrowest: 'school',
      announced: true,
      paths: { list: 'getAudit1List' },
    },
    audit2: {
      title: `${title}复审`,
      permission: `${right}_audit2`,
      pass: ['passBureau'],
      reject: 'refuseBureau',
      link: `${page}Audit2`,
      narrowest: 'area',
      announced: true,
      paths: { list: 'getAudit2List' },
    },
    collate: {
      title: `${title}校对`,
      permission: `${right}_collate`,
      pass: ['collate'],
      reject: 'refuseCollate',
      link: `${page}Collate`,
      narrowest: 'school',
      paths: { each: collate },
    },
    takeBack: { title: '取消归档', permission: `${right}_archive`, pass: ['takeBack'], narrowest: 'area' },
  }
}

/** One row typed over in a sheet: what was changed of it, and which state of it was seen. */
export interface EditedRow {
  id: string
  updateTime: string
  values: Record<string, string>
}

/** 表格里改过的各条，一次最多500条；每条各有结果，一条不行不影响其他。 */
export function saveEachCall<const N extends string>(entity: N, title: string, permission: string) {
  return defineCall(`${entity}.saveEach`, {
    method: 'POST',
    path: `/api/yzl-gather/${entity}/saveEach`, // inferred
    title: `保存${title}`,
    access: { permission },
    input: {
      rows: json<EditedRow[]>('改动', { shape: 'rows', required: true }),
      isConfirmed: flag('确认修改正在审核的', { help: '1：其中正在审核的也改，从初审重新审' }),
    },
    output: {
      id: text('主键', { required: true }),
      isDone: flag('是否保存', { required: true }),
      isAsked: flag('是否要确认', { required: true, help: '1：正在审核，确认后才改' }),
      field: text('有误的项', { required: true }),
      message: text('原因', { required: true }),
    },
    answer: 'list',
  })
}
