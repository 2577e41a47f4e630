import { defineCall } from '../../kit/call.ts'
import { type Fields, dict, integer, percent, ref, text } from '../../kit/field.ts'

const count = (label: string) => integer(label, { required: true })
const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const areaCode = dict('县区', 'exam_area')
const schoolCode = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', required: true })
const gradeCode = dict('年级', 'exam_grade')

/** What is answered of an area, school, grade or class. Every later step counts in the ones before it. */
const output = {
  code: text('代码', { required: true }),
  name: text('名称', { required: true }),
  planNum: count('应采人数'),
  filledNum: count('已填人数'),
  gatherNum: count('已提交'),
  auditNum: count('审核通过'),
  collateNum: count('已校对'),
  rejectNum: count('被驳回'),
  percent: percent('完成率'),
}

function numCall<const I extends Fields>(name: string, title: string, more: I) {
  return defineCall(`gatherStudent.${name}`, {
    method: 'GET',
    path: `/api/yzl-gather/gatherStudent/${name}`,
    title,
    access: { permission: 'gatherstudentnum_view' },
    input: { gatherTaskId, ...more },
    output,
    answer: 'list',
  })
}

/** 应采人数是学籍中任务年级的在籍学生；完成率是已提交占应采的比例。 */
export const numInArea = numCall('getStudentNumInArea', '各县区采集人数', {})
export const numInSchool = numCall('getStudentNumInSchool', '各学校采集人数', { areaCode })
export const numInGrade = numCall('getStudentNumInSchoolGrade', '各年级采集人数', { schoolCode })
export const numInClass = numCall('getStudentNumInSchoolClass', '各班采集人数', { schoolCode, gradeCode })

export const studentNumCalls = [numInArea, numInSchool, numInGrade, numInClass]
