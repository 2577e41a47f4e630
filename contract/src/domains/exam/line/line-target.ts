import { defineEntity } from '../../../kit/entity.ts'
import { dict, integer, ref, text } from '../../../kit/field.ts'

/** 上线目标：局里给每所学校每个档次定的上线人数；县区和联考的目标是各校之和。 */
export const examLineTarget = defineEntity('examLineTarget', {
  title: '上线目标',
  service: 'bigdata-service',
  limited: true,
  path: 'examlinetarget', // inferred
  fields: {
    examId: ref('考试', 'examInfo', { required: true, search: true, editable: 'add' }), // inferred
    artsScience: dict('科类', 'arts_science', { required: true, default: '0', search: true, editable: 'add' }), // inferred
    periodName: text('档次', { required: true, search: true, length: 30, editable: 'add' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    targetNum: integer('目标人数', { required: true, min: 0, max: 1_000_000 }), // inferred
  },
  unique: [['examId', 'artsScience', 'periodName', 'schoolCode']],
  importKey: ['examId', 'artsScience', 'periodName', 'schoolCode'],
  order: ['-examId', 'artsScience', 'periodName', 'schoolCode'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})
