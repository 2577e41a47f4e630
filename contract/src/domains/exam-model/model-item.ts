import { defineCall } from '../../kit/call.ts'
import type { CrudCall } from '../../derive/crud-calls.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, flag, integer, json, score, text } from '../../kit/field.ts'
import type { ItemExplain } from './explain.ts'

/** 评价对象：谁被评价。 */
export const GRAIN = { area: 1, school: 2, class: 3, teacher: 4 } as const
export type GrainName = keyof typeof GRAIN

/** 取值方式。 */
export const FORMULA = { quota: 1, expression: 2, valueAdded: 3, manual: 4 } as const

/** 取值考试：本次是所选考试的第一个，入口是最后一个。 */
export const EXAM_ROLE = { current: 1, entry: 2, mean: 3 } as const

/** 方向：数越大越好，或越小越好。 */
export const DIRECTION = { more: 1, less: 2 } as const

/** 指标：评价对象在已发布报表里的一个数，或由这些数算出的数。 */
export const examModelItem = defineEntity('examModelItem', {
  title: '模型指标',
  service: 'exam-model',
  limited: true,
  path: 'examModel/examModelItem',
  fields: {
    itemCode: text('指标编码', {
      required: true,
      search: true,
      length: 40,
      editable: 'add',
      help: '表达式里用它指代这个指标：文字、数字、下划线，不以数字开头',
    }),
    itemName: text('指标名称', { required: true, search: true, length: 60 }),
    grain: dict('评价对象', 'model_grain', { required: true, numeric: true, search: true }),
    formulaKind: dict('取值方式', 'model_formula_kind', { required: true, numeric: true, search: true }),
    quotaField: dict('统计字段', 'model_quota_field', { help: '取值方式为统计字段时必填' }),
    frontN: integer('前N名', { min: 1, max: 1_000_000, list: false, help: '统计字段为前N名时必填，如100' }), // inferred
    expression: text('表达式', {
      length: 500,
      help: '如 (AVG + PASS * 2) / 3；可用 + - * / ( )、min、max、round 和同一评价对象的指标编码',
    }),
    courseName: text('科目', { isWorded: true, length: 20, help: '不填为总分；评价教师时不填为所教的全部科目' }),
    examRole: dict('取值考试', 'model_exam_role', { numeric: true, default: 1 }),
    direction: dict('方向', 'model_direction', { numeric: true, default: 1 }),
    decimals: integer('小数位', { min: 0, max: 6, default: 2, list: false }),
    sort: integer('排序', { default: 0, list: false }),
    isSealed: flag('已停用', { default: 0 }),
    remark: text('说明', { length: 500, list: false }), // inferred
  },
  unique: [['itemCode']],
  order: ['sort', 'itemCode'],
  actions: ['listall'],
})

const BASE = '/api/exam-model/examModel/examModelItem'

/** The notation of this group of calls leaves the place of the group in the path open: every reading is answered. */
export function modelPaths(group: string, action: string): { path: string; aliases: string[] } {
  const short = `/api/exam-model/examModel/${action}`
  const aliases = group === 'examModel' ? [short] : [short, `/api/exam-model/${group}/${action}`]
  return { path: `/api/exam-model/examModel/${group}/${action}`, aliases }
}

const view = { permission: 'exammodelitem_view' }
const compute = { permission: 'exammodel_compute' }
const itemCode = text('指标编码', { length: 1000 })

/** Exams by their ids, joined by commas: the first is the exam evaluated, the last the entry exam. */
export const examIds = text('考试', { required: true, length: 400, message: '请选择考试' })

/** One unit's value of an indicator. */
export interface ItemResult {
  unitCode: string
  unitName: string
  areaCode: string | null
  areaName: string | null
  schoolName: string | null
  value: number | null
  rank: number | null
  /** Students behind the value. */
  n: number | null
  explain: ItemExplain
}

/** What a result says of one unit; what does not apply to its kind is null. */
export const resultFields = {
  unitCode: text('对象代码', { required: true }),
  unitName: text('评价对象', { required: true }),
  areaCode: text('县区代码'),
  areaName: text('县区'),
  schoolCode: text('学校代码'),
  schoolName: text('学校'),
  classCode: text('班级代码'),
  schoolGroup: text('学校类别'),
  value: score('指标值', { scale: 6 }),
  points: score('得分', { scale: 6 }),
  totalPoints: score('总分', { scale: 6 }),
  rank: integer('名次'),
  rankPrev: integer('上次名次'),
  n: integer('人数'),
  sectionPoints: json<Record<string, number | null> | null>('板块得分'),
}

export const listAllExamModelItem: CrudCall = {
  ...defineCall('examModelItem.listAllExamModelItem', {
    method: 'GET',
    ...modelPaths('examModelItem', 'listAllExamModelItem'),
    title: '全部指标',
    access: view,
    output: listRowFields(examModelItem),
    answer: 'list',
  }),
  entity: examModelItem.name,
  action: 'listall',
}

export const getExamModelItemResult = defineCall('examModelItem.getExamModelItemResult', {
  method: 'GET',
  ...modelPaths('examModelItem', 'getExamModelItemResult'),
  title: '指标结果',
  access: view,
  input: { examIds, itemCode: text('指标编码', { required: true, length: 40 }) },
  output: {
    ...resultFields,
    explain: json<ItemExplain>('由来'),
  },
  answer: 'list',
})

/** 计算指标；不写指标编码时计算全部在用的指标。重复计算得到同样的结果。 */
export const createExamModelItemResult = defineCall('examModelItem.createExamModelItemResult', {
  method: 'GET',
  writes: true,
  ...modelPaths('examModelItem', 'createExamModelItemResult'),
  title: '计算指标',
  access: compute,
  input: { examIds, itemCode },
  output: { runs: integer('计算数'), units: integer('对象数'), kept: integer('未变化') },
})

/** 人工录入的指标值；空值表示没有。 */ // inferred
export interface TypedValue {
  unitCode: string
  value: number | null
}

export const saveExamModelItemValue = defineCall('examModelItem.saveExamModelItemValue', {
  method: 'POST',
  path: `${BASE}/saveExamModelItemValue`, // inferred
  title: '录入指标值',
  access: compute,
  input: {
    examIds,
    itemCode: text('指标编码', { required: true, length: 40 }),
    values: json<TypedValue[]>('指标值', { shape: 'rows', required: true }),
  },
  answer: 'status',
})
