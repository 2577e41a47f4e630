import { defineCall } from '../../kit/call.ts'
import type { CrudCall } from '../../derive/crud-calls.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, flag, integer, json, ref, score, text } from '../../kit/field.ts'
import type { ScoringExplain } from './explain.ts'
import { examIds, modelPaths, resultFields } from './model-item.ts'
import type { ScoringRule } from './scoring-rule.ts'

/** 评分项：一个指标值按规则换成分。 */
export const examModelScoring = defineEntity('examModelScoring', {
  title: '评分项',
  service: 'exam-model',
  limited: true,
  path: 'examModel/examModelScoring',
  fields: {
    scoringCode: text('评分项编码', { required: true, search: true, length: 40, editable: 'add' }),
    scoringName: text('评分项名称', { required: true, search: true, length: 60 }),
    itemCode: ref('所用指标', 'examModelItem', { required: true, value: 'itemCode', search: true }),
    ruleKind: dict('计分规则', 'model_rule_kind', { required: true, numeric: true, search: true }),
    fullPoints: score('满分', { required: true, scale: 2, min: 0, max: 10_000 }),
    ruleJson: json<ScoringRule | null>('规则参数'),
    minPoints: score('最低分', { scale: 2, list: false }),
    maxPoints: score('最高分', { scale: 2, list: false }),
    sort: integer('排序', { default: 0, list: false }),
    isSealed: flag('已停用', { default: 0 }),
    remark: text('说明', { length: 500 }), // inferred
  },
  unique: [['scoringCode']],
  order: ['sort', 'scoringCode'],
  actions: ['listall'],
})

const view = { permission: 'exammodelscoring_view' }
const edit = { permission: 'exammodelscoring_edit' }
const group = 'examModelScoring'
/** 只在这一类学校之间比较。 */
export const schoolGroup = dict('学校类别', 'school_group')

export const listAllExamModelScoring: CrudCall = {
  ...defineCall('examModelScoring.listAllExamModelScoring', {
    method: 'GET',
    ...modelPaths(group, 'listAllExamModelScoring'),
    title: '全部评分项',
    access: view,
    output: listRowFields(examModelScoring),
    answer: 'list',
  }),
  entity: examModelScoring.name,
  action: 'listall',
}

export const saveModelScoring: CrudCall = {
  ...defineCall('examModelScoring.saveModelScoring', {
    method: 'POST',
    ...modelPaths(group, 'saveModelScoring'),
    title: '保存评分项',
    access: edit,
    input: examModelScoring.fields,
    output: listRowFields(examModelScoring),
  }),
  entity: examModelScoring.name,
  action: 'submit',
}

export const deleteModelScoring = defineCall('examModelScoring.deleteModelScoring', {
  method: 'POST',
  ...modelPaths(group, 'deleteModelScoring'),
  title: '删除评分项',
  access: { permission: 'exammodelscoring_delete' },
  input: { ids: text('主键', { length: 100_000 }), id: text('主键') },
  answer: 'status',
})

/** One unit's points of a scoring item. */
export const getExamModelScoringResult = defineCall('examModelScoring.getExamModelScoringResult', {
  method: 'GET',
  ...modelPaths(group, 'getExamModelScoringResult'),
  title: '评分项结果',
  access: view,
  input: { examIds, scoringCode: text('评分项编码', { required: true, length: 40 }), schoolGroup },
  output: {
    ...resultFields,
    explain: json<ScoringExplain>('由来'),
  },
  answer: 'list',
})

/** 计算评分项；不写编码时计算全部在用的评分项。所需的指标先行计算。 */
export const createExamModelScoringResult = defineCall('examModelScoring.createExamModelScoringResult', {
  method: 'GET',
  writes: true,
  ...modelPaths(group, 'createExamModelScoringResult'),
  title: '计算评分项',
  access: { permission: 'exammodel_compute' },
  input: { examIds, scoringCode: text('评分项编码', { length: 1000 }), schoolGroup },
  output: { runs: integer('计算数'), units: integer('对象数'), kept: integer('未变化') },
})
