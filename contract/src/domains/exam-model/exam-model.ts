import { defineCall } from '../../kit/call.ts'
import type { CrudCall } from '../../derive/crud-calls.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, json, paragraph, score, text } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'
import type { ExamUsed, ScoringPart } from './explain.ts'
import { examIds, modelPaths, resultFields } from './model-item.ts'

/** 模型里的一个评分项：权重与所属板块。 */
export interface ModelPart {
  scoringCode: string
  weight: number
  section: string
}

/** 草稿还不完整；各评分项的满分之和等于模型总分时启用。 */
export const modelStates = defineStates(
  'modelStatus',
  { draft: { value: 0, title: '草稿' }, enabled: { value: 1, title: '可用' } },
  {
    enable: { title: '启用', from: ['draft', 'enabled'], to: 'enabled' },
    disable: { title: '退回草稿', from: ['draft', 'enabled'], to: 'draft' },
    compute: { title: '计算结果', from: ['enabled'], to: '*' },
  },
)

/** 并列：同分同名次；依次比较：同分时按评分项的先后比较各项得分。 */
export const TIE = { shared: 1, byParts: 2 } as const

/** 评价模型：若干评分项合成一个总分。 */
export const examModel = defineEntity('examModel', {
  title: '评价模型',
  service: 'exam-model',
  limited: true,
  path: 'examModel/examModel',
  fields: {
    modelCode: text('模型编码', { required: true, search: true, length: 40, editable: 'add' }),
    modelName: text('模型名称', { required: true, search: true, length: 100 }),
    grain: dict('评价对象', 'model_grain', { required: true, numeric: true, search: true }),
    stage: dict('学段', 'stage', { list: false }),
    schoolGroup: dict('学校类别', 'school_group', { help: '只评价和比较这一类学校；不填为全部' }),
    items: json<ModelPart[] | null>('评分项'),
    totalPoints: score('总分', { scale: 2, min: 0, max: 100_000, default: 100 }),
    tieRule: dict('同分处理', 'model_tie_rule', { numeric: true, default: 1, list: false }),
    modelStatus: dict('状态', 'model_status', {
      numeric: true,
      search: true,
      default: 0,
      editable: 'never',
    }),
    sort: integer('排序', { default: 0, list: false }),
    isSealed: flag('已停用', { default: 0 }),
    remark: text('说明', { length: 500, list: false }),
  },
  unique: [['modelCode']],
  order: ['sort', '-updateTime'],
  actions: ['listall'],
})

const group = 'examModel'
const view = { permission: 'exammodel_view' }
const modelCode = text('模型编码', { required: true, length: 40 })

export const listAllExamModel: CrudCall = {
  ...defineCall('examModel.listAllExamModel', {
    method: 'GET',
    ...modelPaths(group, 'listAllExamModel'),
    title: '全部模型',
    access: view,
    output: listRowFields(examModel),
    answer: 'list',
  }),
  entity: examModel.name,
  action: 'listall',
}

/** 评分项以 JSON 文本写在参数 `items` 里。 */
export const saveModel: CrudCall = {
  ...defineCall('examModel.saveModel', {
    method: 'GET',
    writes: true,
    ...modelPaths(group, 'saveModel'),
    title: '保存模型',
    access: { permission: 'exammodel_edit' },
    input: examModel.fields,
    output: listRowFields(examModel),
  }),
  entity: examModel.name,
  action: 'submit',
}

export const deleteModel = defineCall('examModel.deleteModel', {
  method: 'GET',
  writes: true,
  ...modelPaths(group, 'deleteModel'),
  title: '删除模型',
  access: { permission: 'exammodel_delete' },
  input: { ids: text('主键', { length: 100_000 }), id: text('主键') },
  answer: 'status',
})

/** 模型结果：写了版本号时是该版本，否则是这些考试的当前结果；只看终稿的人看到的总是终稿。 */
export const getExamModelResult = defineCall('examModel.getExamModelResult', {
  method: 'GET',
  ...modelPaths(group, 'getExamModelResult'),
  title: '模型结果',
  access: view,
  input: { modelCode, examIds: text('考试', { length: 400 }), versionNo: integer('版本号', { min: 1 }) },
  output: {
    ...resultFields,
    explain: json<ScoringPart[]>('由来'),
  },
  answer: 'list',
})

export const createExamModelResult = defineCall('examModel.createExamModelResult', {
  method: 'GET',
  writes: true,
  ...modelPaths(group, 'createExamModelResult'),
  title: '计算模型结果',
  access: { permission: 'exammodel_compute' },
  input: { modelCode, examIds },
  output: { runs: integer('计算数'), units: integer('对象数'), kept: integer('未变化') },
})

/** What a version keeps of the model beside its results. */
export interface ModelSnapshot {
  modelName: string
  grain: number
  schoolGroup: string | null
  totalPoints: number
  tieRule: number
  sections: string[]
  exams: ExamUsed[]
}

export const versionFields = {
  modelCode: text('模型编码'),
  versionNo: integer('版本号'),
  versionName: text('版本名称'),
  examIds: json<string[]>('考试'),
  modelSnapshot: json<ModelSnapshot>('模型'),
  isFinal: flag('终稿'),
  createUserName: text('保存人'),
  createTime: dateTime('保存时间'),
  remark: text('说明'),
}

/** 版本，新的在前；只看终稿的人只列出终稿。 */
export const listAllModelVersion = defineCall('examModel.listAllModelVersion', {
  method: 'GET',
  ...modelPaths(group, 'listAllModelVersion'),
  title: '模型版本',
  access: view,
  input: { modelCode: text('模型编码', { length: 40 }) },
  output: versionFields,
  answer: 'list',
})

/** 把当前结果连同模型保存成一个不再变化的版本。 */
export const saveModelResultVersion = defineCall('examModel.saveModelResultVersion', {
  method: 'POST',
  ...modelPaths(group, 'saveModelResultVersion'),
  title: '保存结果版本',
  access: { permission: 'exammodel_compute' },
  input: {
    modelCode,
    examIds,
    versionName: text('版本名称', { length: 60, help: '不填时按次序命名；版本保存后不再变化' }),
    remark: paragraph('说明', { length: 500 }),
  },
  output: { versionNo: integer('版本号') },
})

/** 一个版本成为终稿；同一模型、同样考试的终稿只有一个。 */
export const saveExamModelFinalData = defineCall('examModel.saveExamModelFinalData', {
  method: 'GET',
  writes: true,
  ...modelPaths(group, 'saveExamModelFinalData'),
  title: '设为终稿',
  access: { permission: 'exammodel_final' },
  input: { modelCode, versionNo: integer('版本号', { required: true, min: 1 }) },
  answer: 'status',
})
