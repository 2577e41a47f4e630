import { defineEntity } from '../../../kit/entity.ts'
import { dict, flag, integer, ref, score, text } from '../../../kit/field.ts'
import { TOTAL_COURSE } from '../exam-rule.ts'

/** 分数线：一次考试每个档次一条总分线，每科一条单科线；手工保存的以手工为准，其余在划线时重算。 */
export const examScoreLine = defineEntity('examScoreLine', {
  title: '分数线',
  service: 'bigdata-service',
  limited: true,
  path: 'examscoreline',
  fields: {
    examId: ref('考试', 'examInfo', { required: true, search: true, editable: 'add' }),
    artsScience: dict('科类', 'arts_science', { required: true, default: '0', editable: 'add' }), // inferred
    periodName: text('档次', { required: true, search: true, length: 30, editable: 'add' }),
    courseName: text('科目', {
      isWorded: true,
      required: true,
      search: true,
      length: 20,
      default: TOTAL_COURSE,
      editable: 'add',
    }), // inferred
    lineScore: score('分数线', { required: true, min: 0, max: 1000 }), // inferred
    lineMode: dict('划线方式', 'line_mode', { numeric: true, editable: 'never' }), // inferred
    lineNum: integer('计划人数', { editable: 'never' }), // inferred
    actualNum: integer('上线人数', { editable: 'never' }), // inferred
    criticalLow: score('临界下限', { editable: 'never', list: false }), // inferred
    criticalHigh: score('临界上限', { editable: 'never', list: false }), // inferred
    isMain: flag('主要档次', { editable: 'never', default: 0 }), // inferred
    sort: integer('排序', { editable: 'never', list: false, default: 0 }), // inferred
  },
  unique: [['examId', 'artsScience', 'periodName', 'courseName']],
  order: ['-examId', 'artsScience', 'sort', 'periodName', 'courseName'],
})

/** 划线方式：总分线用前三种，单科线用后三种或手工。 */
export const LINE_MODE = { manual: 1, byNumber: 2, byShare: 3, ratio: 4, sameShare: 5, window: 6 } as const
