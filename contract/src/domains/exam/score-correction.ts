import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, paragraph, ref, text } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'
import { snapshotFields } from './exam-student-import.ts'

const decided = { editable: 'never', list: false } as const

/** 成绩更正的状态。 */ // inferred
export const correctionStates = defineStates(
  'examScoreCorrection',
  {
    draft: { value: 0, title: '草稿' },
    waiting: { value: 1, title: '待审批' },
    applied: { value: 2, title: '已更正' },
    refused: { value: 3, title: '已驳回' },
  },
  {
    edit: { title: '修改', from: ['draft', 'refused'], to: '*' },
    remove: { title: '删除', from: ['draft', 'refused'], to: '*' },
    submit: { title: '提交审批', from: ['draft', 'refused'], to: 'waiting' },
    withdraw: { title: '撤回', from: ['waiting'], to: 'draft' },
    approve: { title: '批准更正', from: ['waiting'], to: 'applied' },
    reject: { title: '驳回', from: ['waiting'], to: 'refused' },
  },
)

/**
 * 成绩更正：归档之后改动一条成绩或一道小题得分的唯一途径；原成绩取自归档，批准时写入。批准之后小题合计与科目成绩不符的，
 * 在 `sumNote` 说明，到两者一致为止。
 */
export const examScoreCorrection = defineEntity('examScoreCorrection', {
  title: '成绩更正',
  service: 'bigdata-service',
  path: 'examscorecorrection', // inferred
  fields: {
    examId: ref('考试', 'examInfo', { required: true, search: true, editable: 'add' }),
    courseName: text('科目', { isWorded: true, required: true, search: true, length: 20, editable: 'add' }),
    studentNumber: text('考号', { required: true, search: true, length: 20, editable: 'add' }),
    questionNo: text('题号', {
      search: true,
      length: 20,
      editable: 'add',
      help: '更正一道小题的得分时填写；留空为科目成绩',
    }), // inferred
    studentName: text('姓名', { search: 'name', length: 50, editable: 'never' }), // inferred
    ...snapshotFields,
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true, editable: 'never' }), // inferred
    examClass: text('班级', { length: 40, editable: 'never' }), // inferred
    oldScore: text('原成绩', { length: 20, editable: 'never' }),
    newScore: text('更正为', { required: true, length: 20, help: '分数，或缺考、作弊、违纪、缓考、免考；小题为得分' }),
    reason: paragraph('更正原因', { required: true, length: 500, list: false }),
    correctionStatus: dict('状态', 'correction_status', { numeric: true, search: true, editable: 'never' }), // inferred
    applicantName: text('申请人', { length: 50, editable: 'never' }),
    approverName: text('审批人', { length: 50, editable: 'never' }),
    approveTime: dateTime('审批时间', decided), // inferred
    approveOpinion: text('审批意见', { ...decided, length: 200 }), // inferred
    rejectReason: text('驳回原因', { ...decided, length: 200 }), // inferred
    dataVersion: integer('更正后的数据修订', decided), // inferred
    isSumOff: flag('小题合计不符', { search: true, editable: 'never', list: false }), // inferred
    sumNote: text('小题核对', { length: 100, editable: 'never' }), // inferred
  },
  order: ['-createTime'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})
